/** The product's logo: a page with a check mark. */
export function Logo({ className }: { readonly className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect x="5" y="3" width="22" height="26" rx="4" fill="#3b5bdb" />
      <path d="M10 11h12M10 17h7" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="m17 23 2.4 2.4L24 20"
        fill="none"
        stroke="#8ce99a"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import type { ReactNode } from "react";

/** The layout of screens for people who are signed out. */
export function Front({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-2.5">
          <svg aria-hidden viewBox="0 0 32 32" className="size-7">
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
          <span className="text-lg font-semibold tracking-tight">Docwright</span>
        </div>
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1.5 mb-6 text-quiet">{about}</p>
        {children}
      </div>
    </main>
  );
}

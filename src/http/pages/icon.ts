/** A page with a check mark. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="3" width="22" height="26" rx="4" fill="#3b5bdb"/><path d="M10 11h12M10 17h7" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><path d="m17 23 2.4 2.4L24 20" fill="none" stroke="#8ce99a" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;

import type { ComponentProps, MouseEvent } from "react";
import { useRouter } from "wouter";
import { navigate } from "wouter/use-browser-location";

/**
 * A link in a long list. The router's own link listens to the browser's location, and removing one listener takes a step
 * for each of the others.
 */
export function RowLink({
  to,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick"> & { readonly to: string }) {
  const { base } = useRouter();
  const href = `${base}${to}`;
  const open = (event: MouseEvent) => {
    // The browser itself opens links in new tabs and windows.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={open} />;
}

import type { ComponentProps } from "react";
import { Link } from "wouter";

type Kind = "primary" | "plain" | "quiet" | "danger";

const colors: Readonly<Record<Kind, string>> = {
  primary: "bg-accent-solid text-white border-transparent hover:bg-accent-strong",
  plain: "bg-card text-text border-line-strong hover:bg-hover",
  quiet: "border-transparent text-quiet hover:bg-hover hover:text-text",
  danger: "bg-bad-solid text-white border-transparent hover:brightness-110",
};

const shape =
  "inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap transition-colors disabled:opacity-55 disabled:pointer-events-none";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: Kind;
  readonly small?: boolean;
  /** For buttons with only an icon. */
  readonly square?: boolean;
  /** Disables the button while its action is running. */
  readonly busy?: boolean;
}

export function Button({
  kind = "plain",
  small = false,
  square = false,
  busy = false,
  className = "",
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy}
      className={`${shape} ${colors[kind]} ${square ? (small ? "size-7 max-sm:size-11" : "size-9 max-sm:size-11") : sizeOf(small)} ${busy ? "animate-breathe" : ""} ${className}`}
    />
  );
}

export function ButtonLink({
  to,
  kind = "plain",
  small = false,
  className = "",
  ...rest
}: Omit<ComponentProps<"a">, "href"> & {
  readonly to: string;
  readonly kind?: Kind;
  readonly small?: boolean;
}) {
  return <Link {...rest} href={to} className={`${shape} ${colors[kind]} ${sizeOf(small)} ${className}`} />;
}

function sizeOf(small: boolean): string {
  // On phones, every target is at least 44 px high.
  return small ? "h-7 px-2.5 text-sm max-sm:h-11 max-sm:px-3.5" : "h-9 px-3.5 text-base max-sm:h-11";
}

import * as Dropdown from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";

/**
 * A button's menu. Not modal, so that Radix adds no inline styles, which the page's policy would block. Not in a
 * portal, so that it stays in the button's landmark.
 */
export function Menu({
  trigger,
  align = "start",
  children,
}: {
  readonly trigger: ReactNode;
  /** The edge of the button with which the menu is aligned. */
  readonly align?: "start" | "end";
  readonly children: ReactNode;
}) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-h-[70vh] w-60 overflow-y-auto rounded-card bg-raised p-1 text-text shadow-raised"
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

export function MenuItem({
  onSelect,
  children,
  danger = false,
}: {
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly danger?: boolean;
}) {
  return (
    <Dropdown.Item
      onSelect={onSelect}
      className={`flex h-8.5 max-sm:h-11 cursor-pointer items-center gap-2 rounded-control px-2.5 outline-none data-highlighted:bg-hover ${danger ? "text-bad" : ""}`}
    >
      {children}
    </Dropdown.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <Dropdown.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-quiet">{children}</Dropdown.Label>
  );
}

export function MenuRule() {
  return <Dropdown.Separator className="my-1 h-px bg-line" />;
}

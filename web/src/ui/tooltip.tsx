import * as Radix from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";

/**
 * Explains a control to people who point at it or focus it. Not in a portal, so that it stays in the control's landmark
 * and also appears in dialogs.
 */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-40 flex max-w-72 items-center gap-2 rounded-control bg-raised px-2.5 py-1.5 text-left text-sm font-normal text-text whitespace-normal shadow-raised"
        >
          {text}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}

import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/card.tsx";

/**
 * Offers to reload the page if something can't be rendered, instead of leaving it blank. After an upgrade of the
 * service, the screens that a tab has not loaded yet no longer exist.
 */
export class ReloadBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <Empty
          isPage
          title="Could not show this page"
          action={
            <Button kind="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          A new version may be available. Reload the page.
        </Empty>
      </main>
    );
  }
}

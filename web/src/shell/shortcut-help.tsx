import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Keys } from "../ui/keys.tsx";
import { modName } from "./shortcuts.ts";

/** What the keys do that `shell.tsx` and the screens listen to. */
const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "Anywhere",
    [
      [`${modName} K`, "Go to a project, job or screen"],
      ["c", "New job"],
      ["?", "These shortcuts"],
      ["Esc", "Close what is open"],
    ],
  ],
  [
    "Go to",
    [
      ["g j", "Jobs"],
      ["g a", "Automations"],
      ["g v", "Visitors"],
      ["g k", "API keys"],
      ["g w", "Webhooks"],
      ["g m", "People"],
      ["g s", "Settings"],
      ["g p", "All projects"],
    ],
  ],
  [
    "In a list or a text",
    [
      ["/", "Search in jobs"],
      [`${modName} Enter`, "Send an instruction"],
    ],
  ],
];

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-4">
        {groups.map(([name, shortcuts]) => (
          <section key={name} aria-label={name}>
            <h3 className="text-xs font-medium text-quiet">{name}</h3>
            <dl className="mt-1 divide-y divide-line">
              {shortcuts.map(([keys, does]) => (
                <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

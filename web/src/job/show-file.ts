/** Opens the file with this index in the diff, and scrolls to it. */
export function showFile(index: number): void {
  const file = document.querySelectorAll("details[data-file]")[index];
  if (!(file instanceof HTMLDetailsElement)) return;
  file.open = true;
  file.scrollIntoView({ block: "start" });
  file.querySelector("summary")?.focus({ preventScroll: true });
}

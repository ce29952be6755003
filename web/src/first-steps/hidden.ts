const key = "docwright.first-steps";

/** Whether the reader has hidden the first steps in this browser. */
export function isHidden(): boolean {
  try {
    return localStorage.getItem(key) === "hidden";
  } catch {
    // Storage may be disabled.
    return false;
  }
}

export function hideSteps(): void {
  try {
    localStorage.setItem(key, "hidden");
  } catch {
    // If storage is disabled, the steps stay hidden until the page is closed.
  }
}

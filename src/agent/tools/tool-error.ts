/** A call that the model can fix. The message goes to the model and says what to do next. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

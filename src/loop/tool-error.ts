/** A tool needs a way to say something to the model that is not taken for a bug. */

/** A failure meant for the model: its message becomes the `tool_result` as it is. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

"""The tool runner of the official SDK, streaming: looks twice, and one look fails."""

from anthropic import Anthropic, beta_tool


@beta_tool
def look(at: str) -> str:
    """Looks at something.

    Args:
        at: what to look at
    """
    if at == "nowhere":
        raise ValueError("there is nothing to see")
    return f"seen {at}"


runner = Anthropic().beta.messages.tool_runner(
    model="claude-opus-5",
    max_tokens=1024,
    tools=[look],
    messages=[{"role": "user", "content": "Look twice."}],
    stream=True,
)
for stream in runner:
    answer = stream.get_final_text()
print(answer)

"""One way to use the tool runner for each argument; what it comes to is seen by the server."""

import asyncio
import sys

from anthropic import Anthropic, AsyncAnthropic, beta_async_tool, beta_tool


@beta_tool
def look(at: str) -> str:
    """Looks at something.

    Args:
        at: what to look at
    """
    if at == "nowhere":
        raise ValueError("there is nothing to see")
    return f"seen {at}"


@beta_async_tool
async def look_slowly(at: str) -> str:
    """Looks at something.

    Args:
        at: what to look at
    """
    return f"seen {at}"


ASKED = {
    "model": "claude-opus-5",
    "max_tokens": 1024,
    "messages": [{"role": "user", "content": "Look."}],
}


def runner(**more):
    return Anthropic().beta.messages.tool_runner(**ASKED, tools=[look], **more)


def last():
    print(runner().until_done().content[0].text)


def asynchronous():
    async def play():
        asked = AsyncAnthropic().beta.messages.tool_runner(**ASKED, tools=[look_slowly])
        print((await asked.until_done()).content[0].text)

    asyncio.run(play())


def append():
    run = runner(max_iterations=5)
    for message in run:
        results = run.generate_tool_call_response()
        if results is not None:
            run.append_messages(message, results, {"role": "user", "content": "Be brief."})


def params():
    run = runner()
    for _ in run:
        run.set_messages_params(lambda now: {**now, "max_tokens": 2048})


def intercept():
    run = runner()
    for _ in run:
        results = run.generate_tool_call_response() or {"content": []}
        if any(block.get("is_error") for block in results["content"]):
            print("stopped")
            return


def change():
    run = runner()
    for message in run:
        results = run.generate_tool_call_response()
        if results is not None:
            for block in results["content"]:
                block["cache_control"] = {"type": "ephemeral"}
            run.append_messages(message, results)


def stream():
    for turn in runner(stream=True):
        last = [event.type for event in turn][-1]
        print(last, turn.get_final_message().stop_reason)


def compaction():
    try:
        runner(compaction_control={"enabled": True})
    except TypeError as error:
        print(error)


def compact():
    run = runner(betas=["compact-2026-09-04"])
    for message in run:
        print(message.stop_reason)
        if message.stop_reason == "tool_use":
            run.compact_before_next_turn()


def edits():
    server = {"edits": [{"type": "compact_20260112"}]}
    runner(betas=["compact-2026-01-12"], context_management=server).until_done()


def limit():
    for message in runner(max_iterations=1):
        print(message.stop_reason)


globals()[sys.argv[1]]()

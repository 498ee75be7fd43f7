"""The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names."""

import json

from anthropic import Anthropic, beta_tool


@beta_tool
def get_weather(location: str, unit: str = "celsius") -> str:
    """Tells the weather at a place.

    Args:
        location: a city
        unit: celsius or fahrenheit
    """
    return json.dumps({"location": location, "temperature": 20, "unit": unit, "condition": "sunny"})


@beta_tool
def calculate_sum(a: int, b: int) -> str:
    """Adds two numbers.

    Args:
        a: the first number
        b: the second number
    """
    return str(a + b)


runner = Anthropic().beta.messages.tool_runner(
    model="claude-opus-5",
    max_tokens=1024,
    tools=[get_weather, calculate_sum],
    messages=[{"role": "user", "content": "How is the weather in Paris, and what is 15 + 27?"}],
)
for message in runner:
    for block in message.content:
        if block.type == "text":
            print(block.text)

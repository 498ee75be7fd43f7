// The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names.
using System.Text.Json;
using Anthropic;
using Anthropic.Helpers.Beta;
using Anthropic.Models.Beta.Messages;

static JsonElement Schema(string type, string description) =>
    JsonSerializer.SerializeToElement(new { type, description });

static BetaRunnableTool Tool(
    string name,
    string description,
    Dictionary<string, JsonElement> properties,
    Func<BetaToolUseBlock, string> run
) =>
    new()
    {
        Name = name,
        Definition = new BetaTool
        {
            Name = name,
            Description = description,
            InputSchema = new InputSchema { Properties = properties, Required = [.. properties.Keys] },
        },
        Run = (call, _) => Task.FromResult<BetaToolResultBlockParamContent>(run(call)),
    };

var weather = Tool(
    "get_weather",
    "Tells the weather at a place.",
    new() { ["location"] = Schema("string", "a city") },
    call => $"20 degrees and sunny in {call.Input["location"].GetString()}"
);
var sum = Tool(
    "calculate_sum",
    "Adds two numbers.",
    new() { ["a"] = Schema("number", "the first number"), ["b"] = Schema("number", "the second number") },
    call => $"{call.Input["a"].GetDouble() + call.Input["b"].GetDouble()}"
);

var runner = new AnthropicClient().Beta.Messages.ToolRunner(
    new MessageCreateParams
    {
        Model = "claude-opus-5",
        MaxTokens = 1024,
        Messages =
        [
            new() { Role = Role.User, Content = "How is the weather in Paris, and what is 15 + 27?" },
        ],
    },
    [weather, sum]
);
await foreach (var message in runner)
{
    foreach (var block in message.Content)
    {
        if (block.TryPickText(out var said)) Console.WriteLine(said.Text);
    }
}

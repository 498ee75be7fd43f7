# The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names.
gem "anthropic", "1.35.0"
require "anthropic"

class Place < Anthropic::BaseModel
  required :location, String, doc: "a city"
end

class GetWeather < Anthropic::BaseTool
  doc "Tells the weather at a place."
  input_schema Place

  def call(place)
    "20 degrees and sunny in #{place.location}"
  end
end

class Pair < Anthropic::BaseModel
  required :a, Integer, doc: "the first number"
  required :b, Integer, doc: "the second number"
end

class CalculateSum < Anthropic::BaseTool
  doc "Adds two numbers."
  input_schema Pair

  def call(pair)
    (pair.a + pair.b).to_s
  end
end

runner = Anthropic::Client.new.beta.messages.tool_runner(
  model: "claude-opus-5",
  max_tokens: 1024,
  tools: [GetWeather.new, CalculateSum.new],
  messages: [{role: "user", content: "How is the weather in Paris, and what is 15 + 27?"}]
)

runner.each_message do |message|
  message.content.each { |block| puts block.text if block.type == :text }
end

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.helpers.BetaRunnableTool;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.BetaToolResultBlockParam;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names. */
public final class WeatherAndSum {
    @JsonClassDescription("Tells the weather at a place.")
    public static class GetWeather {
        @JsonPropertyDescription("a city")
        public String location;
    }

    @JsonClassDescription("Adds two numbers.")
    public static class CalculateSum {
        @JsonPropertyDescription("the first number")
        public double a;

        @JsonPropertyDescription("the second number")
        public double b;
    }

    private static BetaToolResultBlockParam.Content text(String words) {
        return BetaToolResultBlockParam.Content.ofString(words);
    }

    public static void main(String[] arguments) {
        BetaRunnableTool weather =
                BetaRunnableTool.of(GetWeather.class, place -> text("20 degrees and sunny in " + place.location));
        BetaRunnableTool sum =
                BetaRunnableTool.of(CalculateSum.class, pair -> text(String.valueOf(pair.a + pair.b)));
        AnthropicClient client = AnthropicOkHttpClient.fromEnv();
        MessageCreateParams params = MessageCreateParams.builder()
                .model("claude-opus-5")
                .maxTokens(1024)
                .addUserMessage("How is the weather in Paris, and what is 15 + 27?")
                .addTool(weather)
                .addTool(sum)
                .build();
        for (BetaMessage message : client.beta().messages().toolRunner(params)) {
            message.content().forEach(block -> block.text().ifPresent(said -> System.out.println(said.text())));
        }
        client.close();
    }
}

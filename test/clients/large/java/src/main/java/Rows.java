import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.BetaRunnableTool;
import com.anthropic.helpers.BetaToolRunner;
import com.anthropic.models.beta.messages.BetaCacheControlEphemeral;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.BetaRawMessageStreamEvent;
import com.anthropic.models.beta.messages.BetaStopReason;
import com.anthropic.models.beta.messages.BetaTextBlockParam;
import com.anthropic.models.beta.messages.BetaToolResultBlockParam;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.anthropic.models.beta.messages.ToolRunnerCreateParams;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.Arrays;
import java.util.List;

/** One way to use the tool runner for each argument; what it comes to is seen by the server. */
public final class Rows {
    @JsonTypeName("look")
    @JsonClassDescription("Looks at something.")
    public static class Look {
        public String at;
    }

    private static BetaToolResultBlockParam.Content seen(Look look) {
        if (look.at.equals("nowhere")) throw new IllegalStateException("there is nothing to see");
        BetaTextBlockParam text = BetaTextBlockParam.builder()
                .text("seen " + look.at)
                .cacheControl(BetaCacheControlEphemeral.builder().build())
                .build();
        return BetaToolResultBlockParam.Content.ofBlocks(
                List.of(BetaToolResultBlockParam.Content.Block.ofText(text)));
    }

    public static void main(String[] arguments) {
        AnthropicClient client = AnthropicOkHttpClient.fromEnv();
        MessageCreateParams asked = MessageCreateParams.builder()
                .model("claude-opus-5")
                .maxTokens(1024)
                .addUserMessage("Look.")
                .addTool(BetaRunnableTool.of(Look.class, Rows::seen))
                .build();
        BetaToolRunner runner = client.beta().messages().toolRunner(asked);
        switch (arguments[0]) {
            case "last" -> {
                System.out.println(Arrays.stream(BetaToolRunner.class.getMethods())
                        .anyMatch(method -> method.getName().matches("(?i).*(until|completion|done).*")));
                for (BetaMessage message : runner) System.out.println(message.stopReason().get());
            }
            case "params" -> {
                for (BetaMessage message : runner) {
                    if (!BetaStopReason.MAX_TOKENS.equals(message.stopReason().orElse(null))) continue;
                    runner.setNextParams(runner.params().toBuilder()
                            .maxTokens(runner.params().maxTokens() * 2)
                            .build());
                }
            }
            case "limit" -> {
                ToolRunnerCreateParams limited = ToolRunnerCreateParams.builder()
                        .initialMessageParams(asked)
                        .maxIterations(1L)
                        .build();
                for (BetaMessage message : client.beta().messages().toolRunner(limited)) {
                    System.out.println(message.stopReason().get());
                }
            }
            case "stream" -> {
                for (StreamResponse<BetaRawMessageStreamEvent> turn : runner.streaming()) {
                    try (turn) {
                        System.out.println(turn.stream().count() > 2);
                    }
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        client.close();
    }
}

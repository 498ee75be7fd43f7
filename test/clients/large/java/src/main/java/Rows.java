import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.BetaRunnableTool;
import com.anthropic.helpers.BetaToolRunner;
import com.anthropic.models.beta.messages.BetaCacheControlEphemeral;
import com.anthropic.models.beta.messages.BetaCompact20260112Edit;
import com.anthropic.models.beta.messages.BetaContextManagementConfig;
import com.anthropic.models.beta.messages.BetaMessage;
import com.anthropic.models.beta.messages.BetaRawMessageStreamEvent;
import com.anthropic.models.beta.messages.BetaStopReason;
import com.anthropic.models.beta.messages.BetaTextBlockParam;
import com.anthropic.models.beta.messages.BetaToolResultBlockParam;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.anthropic.models.beta.messages.ToolRunnerCreateParams;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** One way to use the tool runner for each argument; what it comes to is seen by the server. */
public final class Rows {
    @JsonTypeName("look")
    @JsonClassDescription("Looks at something.")
    public static class Look {
        public String at;
    }

    /** A class that is a tool by itself, as in the older edition of the page. */
    @JsonTypeName("look")
    @JsonClassDescription("Looks at something.")
    public static class Spot implements Supplier<String> {
        public String at;

        @Override
        public String get() {
            return "seen " + at;
        }
    }

    /** Something that the application has already. */
    private static final class Desk {
        final List<String> looks = new ArrayList<>();

        BetaToolResultBlockParam.Content look(Look look) {
            looks.add(look.at);
            return BetaToolResultBlockParam.Content.ofString("seen " + look.at);
        }
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

    private static MessageCreateParams.Builder question() {
        return MessageCreateParams.builder().model("claude-opus-5").maxTokens(1024).addUserMessage("Look.");
    }

    public static void main(String[] arguments) {
        AnthropicClient client = AnthropicOkHttpClient.fromEnv();
        MessageCreateParams asked = question().addTool(BetaRunnableTool.of(Look.class, Rows::seen)).build();
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
            case "compact" -> {
                BetaToolRunner compacting = client.beta().messages()
                        .toolRunner(asked.toBuilder().addBeta("compact-2026-09-04").build());
                for (BetaMessage message : compacting) {
                    System.out.println(message.stopReason().get());
                    if (BetaStopReason.TOOL_USE.equals(message.stopReason().get())) compacting.compactBeforeNextTurn();
                }
            }
            case "edits" -> {
                MessageCreateParams edited = asked.toBuilder()
                        .addBeta("compact-2026-01-12")
                        .contextManagement(BetaContextManagementConfig.builder()
                                .addEdit(BetaCompact20260112Edit.builder().build())
                                .build())
                        .build();
                client.beta().messages().toolRunner(edited).forEach(message -> {});
            }
            case "parameters" -> {
                for (Method method : ToolRunnerCreateParams.Builder.class.getMethods()) {
                    System.out.println(method.getName());
                }
            }
            case "desk" -> {
                Desk desk = new Desk();
                MessageCreateParams atDesk = question().addTool(BetaRunnableTool.of(Look.class, desk::look)).build();
                client.beta().messages().toolRunner(atDesk).forEach(message -> {});
                System.out.println(String.join(" ", desk.looks));
            }
            case "supplier" -> client.beta().messages()
                    .toolRunner(question().addTool(Spot.class).build())
                    .forEach(message -> {});
            case "results" -> {
                for (BetaMessage message : runner) System.out.println(runner.lastToolResponse().isPresent());
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

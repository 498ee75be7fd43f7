import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.models.beta.messages.BetaRawMessageStreamEvent;
import com.anthropic.models.beta.messages.MessageCreateParams;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.function.Supplier;

/** The tool runner of the official SDK, streaming: looks twice, and one look fails. */
public final class Loop {
    @JsonTypeName("look")
    @JsonClassDescription("Looks at something.")
    public static class Look implements Supplier<String> {
        @JsonPropertyDescription("what to look at")
        public String at;

        @Override
        public String get() {
            if (at.equals("nowhere")) throw new IllegalStateException("there is nothing to see");
            return "seen " + at;
        }
    }

    public static void main(String[] arguments) {
        AnthropicClient client = AnthropicOkHttpClient.fromEnv();
        MessageCreateParams params = MessageCreateParams.builder()
                .model("claude-opus-5")
                .maxTokens(1024)
                .addUserMessage("Look twice.")
                .addTool(Look.class)
                .build();
        StringBuilder answer = new StringBuilder();
        for (StreamResponse<BetaRawMessageStreamEvent> turn :
                client.beta().messages().toolRunner(params).streaming()) {
            try (turn) {
                answer.setLength(0);
                turn.stream()
                        .flatMap(event -> event.contentBlockDelta().stream())
                        .flatMap(event -> event.delta().text().stream())
                        .forEach(delta -> answer.append(delta.text()));
            }
        }
        System.out.println(answer);
        client.close();
    }
}

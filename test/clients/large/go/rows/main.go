// One way to use the tool runner for each argument; what it comes to is seen by the server.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

type place struct {
	At string `json:"at" jsonschema:"required,description=what to look at"`
}

func look(_ context.Context, where place) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	if where.At == "nowhere" {
		return anthropic.BetaToolResultBlockParamContentUnion{}, errors.New("there is nothing to see")
	}
	return anthropic.BetaToolResultBlockParamContentUnion{
		OfText: &anthropic.BetaTextBlockParam{
			Text:         "seen " + where.At,
			CacheControl: anthropic.NewBetaCacheControlEphemeralParam(),
		},
	}, nil
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := anthropic.NewClient()
	tools := []anthropic.BetaTool{must(toolrunner.NewBetaToolFromJSONSchema("look", "Looks at something.", look))}
	asked := anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: anthropic.BetaMessageNewParams{
			Model:     "claude-opus-5",
			MaxTokens: 1024,
			Messages:  []anthropic.BetaMessageParam{anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock("Look."))},
		},
	}
	switch os.Args[1] {
	case "last":
		runner := client.Beta.Messages.NewToolRunner(tools, asked)
		fmt.Println(must(runner.RunToCompletion(ctx)).Content[0].Text)
	case "params":
		runner := client.Beta.Messages.NewToolRunner(tools, asked)
		for must(runner.NextMessage(ctx)) != nil {
			runner.Params.MaxTokens = 2048
		}
	case "limit":
		asked.MaxIterations = 1
		runner := client.Beta.Messages.NewToolRunner(tools, asked)
		fmt.Println(must(runner.RunToCompletion(ctx)).StopReason)
	case "compact":
		asked.Betas = []anthropic.AnthropicBeta{"compact-2026-09-04"}
		runner := client.Beta.Messages.NewToolRunner(tools, asked)
		for message := must(runner.NextMessage(ctx)); message != nil; message = must(runner.NextMessage(ctx)) {
			fmt.Println(message.StopReason)
			if message.StopReason == "tool_use" {
				runner.CompactBeforeNextTurn(anthropic.BetaCompactionConfigUnionParam{})
			}
		}
	case "edits":
		asked.Betas = []anthropic.AnthropicBeta{"compact-2026-01-12"}
		asked.ContextManagement.Edits = []anthropic.BetaContextManagementConfigEditUnionParam{
			{OfCompact20260112: &anthropic.BetaCompact20260112EditParam{}},
		}
		must(client.Beta.Messages.NewToolRunner(tools, asked).RunToCompletion(ctx))
	case "parameters":
		names := []string{}
		for _, field := range reflect.VisibleFields(reflect.TypeOf(asked)) {
			if len(field.Index) == 1 {
				names = append(names, field.Name)
			}
		}
		fmt.Println(strings.Join(names, " "))
	case "stream":
		runner := client.Beta.Messages.NewToolRunnerStreaming(tools, asked)
		for events := range runner.AllStreaming(ctx) {
			last := ""
			for event, err := range events {
				last = must(event, err).Type
			}
			fmt.Println(last)
		}
	}
}

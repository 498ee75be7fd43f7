// The tool runner of the official SDK, streaming: looks twice, and one look fails.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

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
		OfText: &anthropic.BetaTextBlockParam{Text: "seen " + where.At},
	}, nil
}

func run(ctx context.Context) error {
	tool, err := toolrunner.NewBetaToolFromJSONSchema("look", "Looks at something.", look)
	if err != nil {
		return err
	}
	client := anthropic.NewClient()
	runner := client.Beta.Messages.NewToolRunnerStreaming([]anthropic.BetaTool{tool}, anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: anthropic.BetaMessageNewParams{
			Model:     "claude-opus-5",
			MaxTokens: 1024,
			Messages:  []anthropic.BetaMessageParam{anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock("Look twice."))},
		},
	})
	for events := range runner.AllStreaming(ctx) {
		for _, err := range events {
			if err != nil {
				return err
			}
		}
	}
	fmt.Println(runner.LastMessage().Content[0].Text)
	return runner.Err()
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names.
package main

import (
	"context"
	"fmt"
	"log"
	"strconv"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

type place struct {
	Location string `json:"location" jsonschema:"required,description=a city"`
	Unit     string `json:"unit,omitempty" jsonschema:"enum=celsius,enum=fahrenheit,description=of the temperature"`
}

type pair struct {
	A int `json:"a" jsonschema:"required,description=the first number"`
	B int `json:"b" jsonschema:"required,description=the second number"`
}

type result = anthropic.BetaToolResultBlockParamContentUnion

func text(words string) (result, error) {
	return result{OfText: &anthropic.BetaTextBlockParam{Text: words}}, nil
}

func getWeather(_ context.Context, at place) (result, error) {
	return text("20 degrees and sunny in " + at.Location)
}

func calculateSum(_ context.Context, numbers pair) (result, error) {
	return text(strconv.Itoa(numbers.A + numbers.B))
}

func main() {
	weather, err := toolrunner.NewBetaToolFromJSONSchema("get_weather", "Tells the weather at a place.", getWeather)
	if err != nil {
		log.Fatal(err)
	}
	sum, err := toolrunner.NewBetaToolFromJSONSchema("calculate_sum", "Adds two numbers.", calculateSum)
	if err != nil {
		log.Fatal(err)
	}
	client := anthropic.NewClient()
	runner := client.Beta.Messages.NewToolRunner([]anthropic.BetaTool{weather, sum}, anthropic.BetaToolRunnerParams{
		BetaMessageNewParams: anthropic.BetaMessageNewParams{
			Model:     "claude-opus-5",
			MaxTokens: 1024,
			Messages: []anthropic.BetaMessageParam{
				anthropic.NewBetaUserMessage(anthropic.NewBetaTextBlock("How is the weather in Paris, and what is 15 + 27?")),
			},
		},
	})
	for message, err := range runner.All(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		for _, block := range message.Content {
			if said, ok := block.AsAny().(anthropic.BetaTextBlock); ok {
				fmt.Println(said.Text)
			}
		}
	}
}

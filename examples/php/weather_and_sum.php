<?php

// The weather and a sum, with the tool runner of the SDK. It asks whatever ANTHROPIC_BASE_URL names.

require __DIR__ . '/vendor/autoload.php';

use Anthropic\Client;
use Anthropic\Lib\Tools\BetaRunnableTool;

function tool(string $name, string $description, array $properties, Closure $run): BetaRunnableTool
{
    return new BetaRunnableTool(
        definition: [
            'name' => $name,
            'description' => $description,
            'input_schema' => [
                'type' => 'object',
                'properties' => $properties,
                'required' => array_keys($properties),
            ],
        ],
        run: $run,
    );
}

$weather = tool(
    'get_weather',
    'Tells the weather at a place.',
    ['location' => ['type' => 'string', 'description' => 'a city']],
    fn (array $input): string => "20 degrees and sunny in {$input['location']}",
);

$sum = tool(
    'calculate_sum',
    'Adds two numbers.',
    ['a' => ['type' => 'number'], 'b' => ['type' => 'number']],
    fn (array $input): string => (string) ($input['a'] + $input['b']),
);

$runner = (new Client())->beta->messages->toolRunner(
    maxTokens: 1024,
    messages: [['role' => 'user', 'content' => 'How is the weather in Paris, and what is 15 + 27?']],
    model: 'claude-opus-5',
    tools: [$weather, $sum],
);

foreach ($runner as $message) {
    foreach ($message->content as $block) {
        if ($block->type === 'text') {
            echo $block->text, "\n";
        }
    }
}

#!/usr/bin/env php
<?php

declare(strict_types=1);

// Lists the addresses of a user, adds one, and deletes it. Needs PHP 8 alone.

$baseUrl = (getenv('FOYER_URL') ?: 'http://localhost:8080') . '/v2';
$accessToken = getenv('ACCESS_TOKEN') ?: exit("Set ACCESS_TOKEN.\n");

/** An error by its code, such as `validation_failed`, with the faults of each property. */
final class FoyerError extends Exception
{
    public readonly string $errorCode;
    /** @var array<string, list<string>> */
    public readonly array $errors;

    public function __construct(public readonly int $status, array $problem)
    {
        parent::__construct($problem['message']);
        $this->errorCode = $problem['code'];
        $this->errors = $problem['errors'] ?? [];
    }
}

/** Sends a request. A write has the key of its change, which stays the same when it is repeated. */
function call(string $method, string $url, ?array $body = null, ?string $key = null): ?array
{
    global $accessToken;
    $headers = ["Authorization: Bearer $accessToken", 'Accept: application/hal+json'];
    if ($key !== null) {
        $headers[] = "Idempotency-Key: $key";
    }
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
    }
    $http = [
        'method' => $method,
        'header' => $headers,
        'content' => $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
        'timeout' => 30,
    ];
    for ($attempt = 1; ; $attempt++) {
        $content = @file_get_contents($url, context: stream_context_create(['http' => $http]));
        // Without a response (0), the request may have arrived.
        $answer = $content === false ? [] : $http_response_header;
        $status = $answer === [] ? 0 : (int) explode(' ', $answer[0])[1];
        // A proxy in front of Foyer may have sent something else, such as HTML.
        $decoded = $content ? json_decode($content, true) : null;
        $document = is_array($decoded) ? $decoded : null;
        if ($attempt === 3 || !passes($status, $document)) {
            break;
        }
        sleep(retryAfter($answer) ?? 2 ** ($attempt - 1));
    }
    if ($status === 0) {
        throw new RuntimeException("$url does not answer.");
    }
    if ($status >= 400) {
        throw new FoyerError($status, $document ?? ['code' => 'unknown', 'message' => $answer[0]]);
    }
    return $document;
}

/** Whether the same request can succeed later. 409: the first one is still running. */
function passes(int $status, ?array $document): bool
{
    return in_array($status, [0, 429, 500, 502, 503, 504], true)
        || ($status === 409 && ($document['code'] ?? '') === 'idempotency_key_in_use');
}

/** The seconds to wait, if the response says so. */
function retryAfter(array $answer): ?int
{
    foreach ($answer as $header) {
        if (preg_match('/^Retry-After: *(\d+)$/i', $header, $found)) {
            return (int) $found[1];
        }
    }
    return null;
}

/** Makes the key of a change. */
function newKey(): string
{
    return bin2hex(random_bytes(16));
}

/** All addresses, page by page. */
function addresses(string $baseUrl): Generator
{
    $url = "$baseUrl/addresses?page_size=2";
    while ($url !== null) {
        $page = call('GET', $url);
        yield from $page['_embedded']['items'];
        $url = $page['_links']['next']['href'] ?? null;
    }
}

foreach (addresses($baseUrl) as $address) {
    echo "{$address['full_name']}, {$address['city']}\n";
}

$home = [
    'full_name' => 'Ada Lovelace',
    'address_1' => '12 St James’s Square',
    'city' => 'London',
    'postal_code' => 'SW1Y 4JH',
    'country_code' => 'GB',
];
// The key belongs to this change, so that the address is added once. A program that may be stopped
// in between stores the key before it sends the request.
$added = call('POST', "$baseUrl/addresses", $home, newKey());
echo "Added: {$added['city']}\n";

try {
    call('POST', "$baseUrl/addresses", ['postal_code' => 'London'] + $home, newKey());
} catch (FoyerError $error) {
    echo "{$error->status} {$error->errorCode}: ", implode(', ', array_keys($error->errors)), "\n";
}

// A link is there if the user may follow it now.
call('DELETE', $added['_links']['address:delete']['href'], key: newKey());
echo "Deleted\n";

<?php

const TOLERANCE_SECONDS = 5 * 60;

/** The Standard Webhooks signature. Names of headers in lower case; the body as it came: file_get_contents('php://input'). */
function verify(string $secret, array $headers, string $body, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if ($id === '' || !preg_match('/\A[0-9]{1,12}\z/', $timestamp)) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** The signature of the body alone. */
function verify_body(string $secret, array $headers, string $body): bool
{
    return hash_equals(hash_hmac('sha256', $body, $secret), $headers['x-service-signature'] ?? '');
}

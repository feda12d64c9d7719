/**
 * How the examples of `docs/webhooks/` are run, by language, for their test. `program` calls both functions for each seven
 * arguments (secret, file of the body, webhook-id, webhook-timestamp, webhook-signature, X-Service-Signature, the time) and
 * prints a line of what they say; an empty header is one that did not come.
 */
export type Language = {
  file: string
  program: { name: string; text: string }
  build?: readonly string[]
  run: readonly string[]
  /** Succeeds where the language is on the machine. */
  has: readonly string[]
}

export const languages: Record<string, Language> = {
  JavaScript: {
    file: 'verify.mjs',
    has: [process.execPath, '--version'],
    run: [process.execPath, 'main.mjs'],
    program: {
      name: 'main.mjs',
      text: `import { readFileSync } from 'node:fs'
import { verify, verifyBody } from './verify.mjs'
const args = process.argv.slice(2)
while (args.length > 0) {
  const [secret, file, id, timestamp, standard, simple, now] = args.splice(0, 7)
  const all = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': standard, 'x-service-signature': simple }
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const body = readFileSync(file)
  console.log(verify(secret, headers, body, Number(now)), verifyBody(secret, headers, body))
}`,
    },
  },
  Python: {
    file: 'verify.py',
    has: ['python3', '--version'],
    run: ['python3', '-B', 'main.py'],
    program: {
      name: 'main.py',
      text: `import sys
from verify import verify, verify_body
args = sys.argv[1:]
while args:
    secret, file, id, timestamp, standard, simple, now = args[:7]
    args = args[7:]
    all = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": standard, "x-service-signature": simple}
    headers = {name: value for name, value in all.items() if value}
    body = open(file, "rb").read()
    print(str(verify(secret, headers, body, int(now))).lower(), str(verify_body(secret, headers, body)).lower())`,
    },
  },
  Go: {
    file: 'verify.go',
    has: ['go', 'version'],
    build: ['go', 'build', '-o', 'verify', '.'],
    run: ['./verify'],
    program: {
      name: 'main.go',
      text: `package main

import (
	"example/webhooks"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	for args := os.Args[1:]; len(args) > 0; args = args[7:] {
		headers := http.Header{}
		for n, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature", "X-Service-Signature"} {
			if args[2+n] != "" {
				headers.Set(name, args[2+n])
			}
		}
		body, _ := os.ReadFile(args[1])
		now, _ := strconv.ParseInt(args[6], 10, 64)
		fmt.Println(webhooks.Verify(args[0], headers, body, time.Unix(now, 0)), webhooks.VerifyBody(args[0], headers, body))
	}
}`,
    },
  },
  Java: {
    file: 'Verify.java',
    has: ['javac', '--version'],
    build: ['javac', '-encoding', 'UTF-8', 'Verify.java', 'Main.java'],
    run: ['java', '-cp', '.', 'Main'],
    program: {
      name: 'Main.java',
      text: `import java.nio.file.*;
import java.time.Instant;
import java.util.*;
public class Main {
    public static void main(String[] all) throws Exception {
        for (int at = 0; at < all.length; at += 7) {
            String[] args = Arrays.copyOfRange(all, at, at + 7);
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            String[] names = {"webhook-id", "webhook-timestamp", "webhook-signature", "x-service-signature"};
            for (int n = 0; n < names.length; n++) if (!args[2 + n].isEmpty()) headers.put(names[n], args[2 + n]);
            byte[] body = Files.readAllBytes(Path.of(args[1]));
            Instant now = Instant.ofEpochSecond(Long.parseLong(args[6]));
            System.out.println(Verify.verify(args[0], headers::get, body, now) + " " + Verify.verifyBody(args[0], headers::get, body));
        }
    }
}`,
    },
  },
  PHP: {
    file: 'verify.php',
    has: ['php', '--version'],
    run: ['php', 'main.php'],
    program: {
      name: 'main.php',
      text: `<?php
require 'verify.php';
foreach (array_chunk(array_slice($argv, 1), 7) as [$secret, $file, $id, $timestamp, $standard, $simple, $now]) {
    $all = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $standard, 'x-service-signature' => $simple];
    $headers = array_filter($all, fn ($value) => $value !== '');
    $body = file_get_contents($file);
    echo json_encode(verify($secret, $headers, $body, (int) $now)), ' ', json_encode(verify_body($secret, $headers, $body)), "\\n";
}`,
    },
  },
  'Shell with openssl': {
    file: 'verify.sh',
    has: ['openssl', 'version'],
    run: ['sh', 'main.sh'],
    program: {
      name: 'main.sh',
      text: `. ./verify.sh
while [ $# -gt 0 ]; do
  standard=false simple=false
  verify "$1" "$2" "$3" "$4" "$5" "$7" && standard=true
  verify_body "$1" "$2" "$6" && simple=true
  echo "$standard $simple"
  shift 7
done`,
    },
  },
}

/** One request in five languages, each with nothing but what comes with it, except for Rust, which has no HTTP of its own. */

export type SampleRequest = {
  method: string
  /** With the path and its parameters filled in. */
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON, sent with its content type. */
  body?: unknown
}

type Language = { id: string; name: string; write: (request: SampleRequest) => string }

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
const quoted = (text: string): string => JSON.stringify(text)
const json = (body: unknown): string => JSON.stringify(body, null, 2)
const allHeaders = ({ headers, body }: SampleRequest): [string, string][] => [
  ...Object.entries(headers),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
]

/** In single quotes nothing has a meaning but the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curl: Language = {
  id: 'curl',
  name: 'curl',
  write(request) {
    const { method, url, body } = request
    const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
    const parts = [
      `curl ${isPlain ? '' : `-X ${method} `}${shellQuoted(url)}`,
      ...allHeaders(request).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
      ...(body === undefined ? [] : [`-d ${shellQuoted(json(body))}`]),
    ]
    return parts.join(' \\\n  ')
  },
}

const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  write(request) {
    const { method, url, body } = request
    const headers = allHeaders(request).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`)
    const options = [
      ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
      ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body), 2)}),`]),
    ]
    const call = options.length > 0 ? `fetch(${quoted(url)}, {\n${options.join('\n')}\n})` : `fetch(${quoted(url)})`
    return `const response = await ${call}\nconsole.log(response.status, await response.text())`
  },
}

const python: Language = {
  id: 'python',
  name: 'Python',
  write(request) {
    const { method, url, body } = request
    const headers = allHeaders(request).map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`)
    const lines = [
      ...(body === undefined ? [] : ['import json']),
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    ${quoted(url)},`,
      `    method=${quoted(method)},`,
      ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
      ...(body === undefined ? [] : [`    data=json.dumps(${indented(pythonOf(body, 0), 4)}).encode(),`]),
      ')',
      'with urlopen(request) as response:',
      '    print(response.status, response.read().decode())',
    ]
    return lines.join('\n')
  },
}

function pythonOf(value: unknown, depth: number): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((one) => pythonOf(one, depth + 1))
    : Object.entries(value as object).map(([name, one]) => `${quoted(name)}: ${pythonOf(one, depth + 1)}`)
  if (items.length === 0) return `${open}${close}`
  const space = '    '.repeat(depth + 1)
  return `${open}\n${items.map((item) => `${space}${item},`).join('\n')}\n${'    '.repeat(depth)}${close}`
}

const go: Language = {
  id: 'go',
  name: 'Go',
  write(request) {
    const { method, url, body } = request
    const reader = body === undefined ? 'nil' : `strings.NewReader(${goText(json(body))})`
    const imports = ['fmt', 'io', 'net/http', ...(body === undefined ? [] : ['strings'])].map((name) => `\t"${name}"`)
    const headers = allHeaders(request).map(
      ([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`,
    )
    return `package main

import (
${imports.join('\n')}
)

func main() {
	request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})
	if err != nil {
		panic(err)
	}
${headers.map((line) => `${line}\n`).join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(text))
}`
  },
}

const goText = (text: string): string => (text.includes('`') ? quoted(text) : `\`${text}\``)

const rust: Language = {
  id: 'rust',
  name: 'Rust',
  write(request) {
    const { method, url, body } = request
    const headers = allHeaders(request).map(([name, value]) => `        .header(${quoted(name)}, ${quoted(value)})`)
    const call = `.request(reqwest::Method::${method}, ${quoted(url)})`
    const lines = [
      '#[tokio::main]',
      'async fn main() -> Result<(), reqwest::Error> {',
      '    let response = reqwest::Client::new()',
      `        ${call}`,
      ...headers,
      ...(body === undefined ? [] : [`        .body(r##"${json(body)}"##)`]),
      '        .send()',
      '        .await?;',
      '    println!("{} {}", response.status(), response.text().await?);',
      '    Ok(())',
      '}',
    ]
    return lines.join('\n')
  },
}

/** In the order in which they are shown. */
export const languages: readonly Language[] = [curl, typescript, python, go, rust]

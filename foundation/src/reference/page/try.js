/** Sends the request of a form and shows what came back, as text. A key is kept nowhere but in its field. */
const form = document.querySelector('form.try')
if (form) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form).catch((error) => show(form, [`The service could not be reached: ${error.message}`]))
  })
}

let session

async function send(form) {
  const fields = new FormData(form)
  const url = new URL(form.dataset.base + pathOf(form.dataset.path, fields), location.origin)
  for (const [name, value] of fields) {
    if (name.startsWith('query.') && value !== '') url.searchParams.append(name.slice(6), value)
  }
  const headers = {}
  const key = fields.get('key')
  if (key) headers.Authorization = `Bearer ${key}`
  if (session) headers['X-Service-Sandbox'] = session
  const body = fields.get('body')
  if (body !== null) headers['Content-Type'] = 'application/json'
  const begun = performance.now()
  const { method } = form.dataset
  const response = await fetch(url, { method, headers, credentials: 'omit', ...(body !== null && { body }) })
  const text = await response.text()
  session = response.headers.get('X-Service-Sandbox') ?? session
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  const took = Math.round(performance.now() - begun)
  show(form, [`${response.status} ${response.statusText} · ${took} ms`, lines.join('\n'), shown(text)])
}

const pathOf = (path, fields) =>
  path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(fields.get(`path.${name}`) ?? ''))

function shown(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(form, parts) {
  const output = form.querySelector('output')
  const blocks = parts.map((part, index) => {
    const block = document.createElement(index === 0 ? 'p' : 'pre')
    block.textContent = part
    if (index > 0) {
      block.tabIndex = 0
      block.setAttribute('role', 'group')
      block.setAttribute('aria-label', index === 1 ? 'headers of the response' : 'body of the response')
    }
    return block
  })
  output.replaceChildren(...blocks)
}

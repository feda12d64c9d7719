import { useState } from 'react'
import receiver from '../../../docs/webhooks/receiver.mjs?raw'
import java from '../../../docs/webhooks/Verify.java?raw'
import go from '../../../docs/webhooks/verify.go?raw'
import javascript from '../../../docs/webhooks/verify.mjs?raw'
import php from '../../../docs/webhooks/verify.php?raw'
import python from '../../../docs/webhooks/verify.py?raw'
import shell from '../../../docs/webhooks/verify.sh?raw'
import { Code } from '../code.tsx'
import { Select } from '../field.tsx'
import { Panel, Section } from '../page.tsx'

/** The files that our tests run on deliveries that are really signed. */
const snippets = {
  javascript: { label: 'JavaScript', file: 'verify.mjs', text: javascript },
  python: { label: 'Python', file: 'verify.py', text: python },
  go: { label: 'Go', file: 'verify.go', text: go },
  java: { label: 'Java', file: 'Verify.java', text: java },
  php: { label: 'PHP', file: 'verify.php', text: php },
  shell: { label: 'Shell, with openssl', file: 'verify.sh', text: shell },
  receiver: { label: 'A whole receiver, JavaScript', file: 'receiver.mjs', text: receiver },
} as const
type Language = keyof typeof snippets

export default function Snippets() {
  const [language, setLanguage] = useState<Language>('javascript')
  const { file, text } = snippets[language]
  return (
    <Section title="How a receiver verifies">
      <Panel>
        <p>
          Standard library only. Our tests run each of these files on signed deliveries. Verify the raw bytes, and keep
          the secret out of the code.
        </p>
        <div className="whk-form">
          <Select
            label="Language"
            value={language}
            options={(Object.keys(snippets) as Language[]).map((value) => ({ value, label: snippets[value].label }))}
            onChange={setLanguage}
          />
        </div>
        <Code text={text} what={file} />
      </Panel>
    </Section>
  )
}

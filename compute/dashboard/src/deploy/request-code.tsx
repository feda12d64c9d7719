import { Code } from '@service/ui/code.tsx'
import { Select } from '@service/ui/field.tsx'
import { Section } from '@service/ui/page.tsx'
import { useState } from 'react'
import { codeOf, type Language, languages } from './model/code.ts'
import { type Form, requestOf } from './model/form.ts'

/** What the form would send, for programs. Variables are left out: what is secret is in no text that is copied around. */
export default function RequestCode({ form }: { form: Form }) {
  const [language, setLanguage] = useState<Language>('curl')
  const request = requestOf(form)
  return (
    <Section title="The same as code">
      <div className="form">
        <Select label="As" options={languages} value={language} onChange={setLanguage} />
      </div>
      <Code
        what="request"
        text={codeOf(language, { ...request, image: request.image || 'nginx:alpine' }, window.location.origin)}
      />
    </Section>
  )
}

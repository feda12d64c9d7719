import { faultOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Choice, TextField } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useAct, useLive } from '../api/api.ts'

type Provider = 'gdelt' | 'google-news' | 'bing-news'

const providers = [
  {
    value: 'gdelt',
    label: 'GDELT',
    hint: 'Online news worldwide, in many languages, from the last three months. Titles only; queried every 15 minutes at most.',
  },
  { value: 'google-news', label: 'Google News', hint: 'For one country and language.' },
  { value: 'bing-news', label: 'Bing News', hint: 'For one country and language.' },
] as const

/** A search for a name, which begins as that of the own subject. */
export function SearchForm() {
  const navigate = useNavigate({ from: '/feeds/new' })
  const own = useLive('listSubjects', { query: { role: 'own' } })
  const [provider, setProvider] = useState<Provider>('gdelt')
  const [typed, setTyped] = useState<string>()
  const [language, setLanguage] = useState('')
  const [country, setCountry] = useState('')
  const [subject] = own.data?.subjects ?? []
  const text = typed ?? subject?.aliases[0]?.text ?? subject?.name ?? ''
  const add = useAct(
    () =>
      call('createFeed', {
        body: {
          search: {
            provider,
            text: text.trim(),
            ...(language.trim() !== '' && { language: language.trim().toLowerCase() }),
            ...(country.trim() !== '' && provider !== 'gdelt' && { country: country.trim().toUpperCase() }),
          },
        },
      }),
    {
      done: ({ name, url }) => `${name ?? url} added: polling starts now`,
      onDone: ({ feedId }) => void navigate({ to: '/feeds', search: { feed: feedId } }),
    },
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    add.run(undefined)
  }
  const { error } = add
  return (
    <form className="form" onSubmit={submit}>
      <RefusalNotice error={error} faultsBelow />
      <Choice label="Where" options={providers} value={provider} onChange={setProvider} />
      <TextField
        label="Name"
        required
        minLength={2}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={setTyped}
        hint="Searched as one phrase. Articles count if they contain a name of one of your subjects."
        fault={faultOf(error, 'body.search.text')}
      />
      <TextField
        label="Language of the news"
        maxLength={2}
        autoComplete="off"
        value={language}
        onChange={setLanguage}
        hint="Two letters, such as en; empty for any."
        fault={faultOf(error, 'body.search.language')}
      />
      {provider !== 'gdelt' && (
        <TextField
          label="Country of the news"
          maxLength={2}
          autoComplete="off"
          value={country}
          onChange={setCountry}
          hint="Two letters, such as GB; empty for any."
          fault={faultOf(error, 'body.search.country')}
        />
      )}
      <div className="buttons">
        <Button kind="primary" type="submit" busy={add.busy}>
          Add the search
        </Button>
        <Link className="button" to="/feeds">
          Cancel
        </Link>
      </div>
    </form>
  )
}

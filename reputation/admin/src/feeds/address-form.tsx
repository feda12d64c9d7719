import { faultOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { intervals } from './model/words.ts'

export function AddressForm() {
  const navigate = useNavigate({ from: '/feeds/new' })
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [every, setEvery] = useState('')
  const add = useAct(
    () =>
      call('createFeed', {
        body: {
          url: url.trim(),
          ...(name.trim() !== '' && { name: name.trim() }),
          ...(every !== '' && { pollEverySeconds: Number(every) }),
        },
      }),
    {
      done: 'The feed is being polled',
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
      <TextField
        label="Address of the feed"
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={url}
        onChange={setUrl}
        hint="The address of the feed itself, such as https://news.example.org/rss.xml. It is polled at once to check that it is a feed."
        fault={faultOf(error, 'body.url')}
      />
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={setName}
        hint="Shown in lists. Defaults to the address."
        fault={faultOf(error, 'body.name')}
      />
      <Select
        label="Poll it"
        value={every}
        options={intervals('feed', null)}
        onChange={setEvery}
        hint="Automatic polls feeds with frequent news more often. At most ten feeds can be polled more often than every 15 minutes."
        fault={faultOf(error, 'body.pollEverySeconds')}
      />
      <div className="buttons">
        <Button kind="primary" type="submit" busy={add.busy}>
          Add the feed
        </Button>
        <Link className="button" to="/feeds">
          Cancel
        </Link>
      </div>
    </form>
  )
}

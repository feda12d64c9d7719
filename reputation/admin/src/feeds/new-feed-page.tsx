import { Page, Tabs } from '@service/ui/page.tsx'
import { Link, useSearch } from '@tanstack/react-router'
import { AddressForm } from './address-form.tsx'
import { Catalogue } from './catalogue.tsx'
import type { NewFeedSearch, Way } from './model/new-feed-search.ts'
import { SearchForm } from './search-form.tsx'
import './feeds.css'

const ways: Record<Way, { label: string; note: string }> = {
  catalogue: {
    label: 'From the catalogue',
    note: 'A starting set of public feeds: agencies, papers, the trade press, regulators. The terms of their publishers apply.',
  },
  search: {
    label: 'Search for a name',
    note: 'News about one name, from an aggregator. The terms of the aggregator apply.',
  },
  address: { label: 'By its address', note: 'Any RSS, Atom or JSON feed on the public internet.' },
}

export function NewFeedPage() {
  const { way = 'catalogue' } = useSearch({ from: '/shell/feeds/new' })
  return (
    <Page title="Add a feed" note={ways[way].note}>
      <Tabs label="Ways to add a feed">
        {Object.entries(ways).map(([name, { label }]) => (
          <Link
            key={name}
            to="/feeds/new"
            search={(name === 'catalogue' ? {} : { way: name as Way }) satisfies NewFeedSearch}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === way ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      {way === 'catalogue' && <Catalogue />}
      {way === 'search' && <SearchForm />}
      {way === 'address' && <AddressForm />}
    </Page>
  )
}

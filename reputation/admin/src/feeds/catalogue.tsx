import { Shown } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Select } from '@service/ui/field.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { Filters } from '@service/ui/page.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { call, useAct, useList } from '../api/api.ts'
import { type NewFeedSearch, publisherKinds } from './model/new-feed-search.ts'

const sectors =
  'automotive aviation banking chemicals construction defence energy food healthcare insurance legal manufacturing mining pharmaceuticals retail shipping technology telecoms transport'
    .split(' ')
    .sort()
const regions =
  'AFRICA AT AU BR CA CH DE DK ES EU FI FR GB HK IE IL IN IT JP KR LATAM NL NO NZ RU SA SE SG TW UA US WORLD ZA'.split(
    ' ',
  )
const languages = ['da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'no', 'pt', 'sv']

const regionNames = new Intl.DisplayNames('en-GB', { type: 'region' })
const languageNames = new Intl.DisplayNames('en-GB', { type: 'language' })
const notCountries: Record<string, string> = {
  AFRICA: 'Africa',
  EU: 'European Union',
  LATAM: 'Latin America',
  WORLD: 'World',
}
const regionName = (code: string): string => notCountries[code] ?? regionNames.of(code) ?? code

const options = (any: string, values: readonly string[], nameOf: (value: string) => string) => [
  { value: '', label: any },
  ...values.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => a.label.localeCompare(b.label)),
]

/** The starter catalogue, narrowed by what stands in the address; each feed is added by a press. */
export function Catalogue() {
  const { way: _way, ...filter } = useSearch({ from: '/shell/feeds/new' })
  const list = useList('listCatalogueFeeds', { query: filter }, ({ feeds }) => feeds)
  const own = useList('listFeeds', { query: { limit: 100 } }, ({ feeds }) => feeds)
  const have = new Set(own.data?.map(({ url }) => url))
  const add = useAct((catalogueId: string) => call('createFeed', { body: { catalogueId } }), {
    done: ({ name, url }) => `${name ?? url} added: polling starts now`,
  })
  return (
    <>
      <CatalogueFilters filter={filter} />
      <RefusalNotice error={add.error} />
      <Shown live={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No matching feeds">
              Remove filters, or search for a name: aggregators cover most countries.
            </Empty>
          ) : (
            <Table
              caption="Starter catalogue"
              captionHidden
              rows={rows}
              keyOf={({ catalogueId }) => catalogueId}
              more={list.more}
              columns={[
                { head: 'Feed', cell: ({ name }) => <bdi>{name}</bdi> },
                { head: 'Publisher', only: 'wide', cell: ({ kind }) => kind },
                { head: 'About', cell: ({ sectors, region }) => [regionName(region), ...sectors].join(', ') },
                { head: 'Language', only: 'wide', cell: ({ language }) => languageNames.of(language) ?? language },
                {
                  head: 'Add',
                  align: 'end',
                  cell: ({ catalogueId, name, url }) =>
                    have.has(url) ? (
                      <State kind="good">added</State>
                    ) : (
                      <Button
                        size="small"
                        busy={add.busy}
                        onClick={() => add.run(catalogueId)}
                        aria-label={`Add ${name}`}
                      >
                        Add
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      <div className="buttons">
        <Link className="button" to="/feeds">
          Back to your feeds
        </Link>
      </div>
    </>
  )
}

function CatalogueFilters({ filter: { sector = '', region = '', language = '', kind } }: { filter: NewFeedSearch }) {
  const navigate = useNavigate({ from: '/feeds/new' })
  const choose = (name: keyof NewFeedSearch) => (value: string) =>
    void navigate({
      search: (before) => {
        const { [name]: _before, ...rest } = before
        return value === '' ? rest : { ...rest, [name]: value }
      },
      replace: true,
    })
  return (
    <Filters label="Filters">
      <Select
        label="Sector"
        value={sector}
        options={options('any', sectors, (one) => one)}
        onChange={choose('sector')}
      />
      <Select
        label="About"
        value={region}
        options={options('anywhere', regions, regionName)}
        onChange={choose('region')}
      />
      <Select
        label="Language"
        value={language}
        options={options('any', languages, (one) => languageNames.of(one) ?? one)}
        onChange={choose('language')}
      />
      <Select
        label="Publisher"
        value={kind ?? ''}
        options={options('any', publisherKinds, (one) => one)}
        onChange={choose('kind')}
      />
    </Filters>
  )
}

import { ownCompany, testRules } from '@service/foundation-testing/administration-rules.ts'
import { describe } from 'vitest'
import { access } from './access/access.ts'
import { listRules } from './lists/list-acts.ts'
import { feedRules } from './news/feeds/feed-acts.ts'
import { importRules } from './news/imports/import-acts.ts'
import { sampleRules } from './news/sample/sample-acts.ts'
import { subjectRules } from './news/tracking/subject-acts.ts'
import { completionRules } from './news/visibility/completion-acts.ts'

const everything = [...access.permissionsOf('owner')]
const definition = { name: 'Invented', sector: 'banks', aliases: [] }
const nothingRead = { rows: [], rejectedCount: 0, rejected: [] }

describe('lists', () => {
  testRules(listRules, everything, { acceptShrunkenList: ['operator', 'UN'], readListStates: ['operator'] })
})

describe('feeds', () => {
  testRules(feedRules, everything, {
    addFeed: ['subjects:manage', { url: 'https://news.example', companyId: ownCompany }],
    changeFeed: ['subjects:manage', ownCompany, 'fed_1', { enabled: false }],
    pollFeed: ['subjects:manage', ownCompany, 'fed_1'],
    removeFeed: ['subjects:manage', ownCompany, 'fed_1'],
    listCompanyFeeds: ['subjects:manage', ownCompany, undefined, 50],
    readCompanyFeed: ['subjects:manage', ownCompany, 'fed_1'],
    listCatalogueFeeds: ['subjects:manage', ownCompany, {}],
    listFeeds: ['subjects:manage', ownCompany],
  })
})

describe('imports of articles', () => {
  testRules(importRules, everything, {
    importArticles: ['articles:write', ownCompany, nothingRead],
    listImports: ['articles:write', ownCompany, 50],
  })
})

describe('the sample of news', () => {
  testRules(sampleRules, everything, { sendSampleEvents: ['webhooks:manage', ownCompany] })
})

describe('subjects', () => {
  testRules(subjectRules, everything, {
    addSubject: ['subjects:manage', { ...definition, companyId: ownCompany }],
    changeSubject: ['operator', 'sub_1', {}],
    removeSubject: ['operator', 'sub_1', { evenIfFollowed: false }],
    followSubject: ['subjects:manage', ownCompany, 'sub_1', 'peer'],
    changeCompanySubject: ['subjects:manage', ownCompany, 'sub_1', {}],
    removeCompanySubject: ['subjects:manage', ownCompany, 'sub_1'],
    trySubject: ['subjects:manage', ownCompany, { name: 'Invented', aliases: [] }, { days: 7, limit: 10 }],
    setAlertThreshold: ['thresholds:manage', ownCompany, 0.5],
    listSubjects: ['operator'],
    listFollowedSubjects: ['nothing', ownCompany],
    listCompanySubjects: ['reputation:read', ownCompany, {}, 50],
    readCompanySubject: ['reputation:read', ownCompany, 'sub_1'],
  })
})

describe('completions of language models', () => {
  testRules(completionRules, everything, {
    importCompletions: ['articles:write', ownCompany, []],
    readOwnSector: ['articles:write', ownCompany],
    listCompletions: ['articles:write', ownCompany, 50],
  })
})

describe('what is for every company', () => {
  testRules(
    {
      addFeed: feedRules.addFeed,
      pollFeed: feedRules.pollFeed,
      importArticles: importRules.importArticles,
      addSubject: subjectRules.addSubject,
    },
    everything,
    {
      addFeed: ['operator', { url: 'https://news.example' }],
      pollFeed: ['operator', undefined, 'fed_1'],
      importArticles: ['operator', undefined, nothingRead],
      addSubject: ['operator', definition],
    },
  )
})

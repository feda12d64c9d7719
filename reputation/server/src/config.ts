/**
 * Every setting of the reputation service, from environment variables that begin with `REPUTATION_`. The table in
 * `docs/configuration.md` is made from `describeSettings`.
 */

import {
  ConfigError,
  type Environment,
  type EnvReader,
  envReader,
  type Variable,
} from '@service/foundation/config/env-reader.ts'
import {
  outboundSettings,
  placeSettings,
  processSettings,
  settingsRoot,
  webhookSettings,
} from '@service/foundation/program/settings.ts'
import { parseSealingKeys } from '@service/foundation/sealing/sealing-keys.ts'
import { readLanguageModels } from './language-models/model/read-language-models.ts'
import { additionalListsSetting, sourcesSettings } from './lists/model/list-settings.ts'
import { sentimentSettings } from './news/model/read-sentiment-settings.ts'
import { sentimentProviders } from './news/model/sentiment-settings.ts'

const settingsPrefix = 'REPUTATION_'

const roles = ['api', 'worker'] as const

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Environment) {
  const read = envReader(env, settingsPrefix)
  const {
    sentimentProvider,
    sentimentFolder,
    sentimentUrl,
    sentimentModel,
    sentimentKey,
    sentimentTimeoutMs,
    smtpUrl,
    mailFrom,
    ...config
  } = read.all(settings(read))
  const sentiment = sentimentSettings({
    sentimentProvider,
    sentimentFolder,
    sentimentUrl,
    sentimentModel,
    sentimentKey,
    sentimentTimeoutMs,
  })
  if (smtpUrl !== undefined && mailFrom === undefined) {
    throw new ConfigError(['REPUTATION_MAIL_FROM is missing: mail needs an address that it comes from'])
  }
  const mail = smtpUrl === undefined || mailFrom === undefined ? undefined : { url: smtpUrl, from: mailFrom }
  return { ...config, sentiment, mail }
}

/** In the order of the documentation. */
export const describeSettings = (): Variable<unknown>[] => Object.values(settings(envReader({}, settingsPrefix)))

function settings(read: EnvReader) {
  return {
    ...placeSettings(read, {
      port: 4000,
      metricsPort: 4001,
      dataDir: 'data/reputation',
      keeps: ' and of compiled lists',
    }),
    secretsKeys: read.optional(
      read.parsed('SECRETS_KEYS', 'keys, comma-separated: `<id>:<base64 of 32 bytes>`', {
        about:
          'Seal the secrets of webhooks: the first seals, all open. Without it a key is made at the first start, in ' +
          '`secrets.key` of the data folder. Processes that share a database need the same keys.',
        read: parseSealingKeys,
      }),
    ),
    ...outboundSettings(read),
    feedsContact: read.optional(
      read.text('FEEDS_CONTACT', {
        about:
          'Contact for the sites of polled feeds, a page or a mailbox; sent with every request. ' +
          'The public address of the service when absent.',
      }),
    ),
    gdeltUrl: read.optional(
      read.url('GDELT_URL', {
        about: 'Where GDELT’s DOC 2.0 API is asked, if not at its own address; for a proxy of yours.',
        protocols: ['https', 'http'],
      }),
    ),
    ...sentimentVariables(read),
    completionModels: read.parsed('ANSWER_PROVIDERS', 'secret: JSON list of `{"provider", "url", "model", "key"?}`', {
      about:
        'Language models that are asked about the sectors of companies every day, for the pillar AI visibility: any service that ' +
        'is compatible with OpenAI’s chat completions. Without any, that pillar is unavailable unless completions are imported.',
      default: '[]',
      read: readLanguageModels,
    }),
    completionsPerDay: read.integer('ANSWERS_PER_DAY', {
      about: 'How many questions each of these models is asked in a day at most; ten are asked about each sector.',
      default: 200,
      min: 1,
      max: 100_000,
    }),
    roles: read.list('ROLES', {
      about:
        'What this process does: `api` serves customers, `worker` delivers webhooks and removes old data. Processes that ' +
        'share a server’s database can divide the two.',
      default: roles.join(','),
      item: (text) => {
        const value = roles.find((role) => role === text)
        return value ? { value } : { fault: `must list ${roles.join(' or ')}` }
      },
    }),
    ...mailVariables(read),
    ...webhookSettings(read),
    newsKeptMs: read.durationMs('NEWS_KEPT_FOR', {
      about:
        'How long articles are kept, and all that is made of them, imports and completions of language models. At least ' +
        'the year that can be asked for, and what its first days look back on.',
      default: '1096d',
      min: '400d',
      max: '36500d',
    }),
    reportFonts: read.optional(
      read.path('REPORT_FONTS', {
        about:
          'A folder of fonts (TTF, OTF, TTC) for reports, for scripts that no font of ours has, such as Chinese, Japanese and ' +
          'Korean; `/usr/share/fonts` when absent. What no font has is written in Latin letters.',
        base: settingsRoot,
      }),
    ),
    ...sourcesSettings(read),
    additionalLists: additionalListsSetting(read),
    listsRefreshEveryMs: read.durationMs('LISTS_REFRESH_EVERY', {
      about: 'How often the lists are downloaded again.',
      default: '6h',
      min: '1m',
    }),
    personalDataKeptMs: read.durationMs('PERSONAL_DATA_KEPT_FOR', {
      about:
        'How long screened names and other personal data are kept, except under legal hold; 1826d are five years, ' +
        'as the EU’s rules against money laundering ask for.',
      default: '1826d',
      min: '1d',
      max: '36500d',
    }),
    ...processSettings(read),
  }
}

const mailVariables = (read: EnvReader) => ({
  smtpUrl: read.optional(
    read.parsed(
      'SMTP_URL',
      'secret: `smtp://` or `smtps://` address, with user and password where the server asks for them',
      {
        about:
          'The server that mail to the companies’ people goes through. `smtp://` is encrypted by STARTTLS, except to this machine. Without ' +
          'it there is no mail.',
        read: readSmtpUrl,
      },
    ),
  ),
  mailFrom: read.optional(
    read.text('MAIL_FROM', {
      about: 'Whom mail comes from: `Reputation <alerts@example.com>`. Needed with `SMTP_URL`.',
    }),
  ),
})

function readSmtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new RangeError('must be an address such as smtps://user:password@mail.example.com')
  }
  return text
}

const sentimentVariables = (read: EnvReader) => ({
  sentimentProvider: read.oneOf('SENTIMENT_PROVIDER', sentimentProviders, {
    about:
      'Who judges the sentiment of news: `own` is the model that ships, `onnx` a classifier in a folder, `http` a language ' +
      'model. A change begins a new methodology: all stored articles are judged again. The same for all processes.',
    default: 'own',
  }),
  sentimentFolder: read.optional(
    read.path('SENTIMENT_FOLDER', {
      about: 'Of the classifier, for `onnx`; see docs/providers.md.',
      base: settingsRoot,
    }),
  ),
  sentimentUrl: read.optional(
    read.url('SENTIMENT_URL', {
      about: 'For `http`: the part before `/chat/completions` of the address of the language model.',
      protocols: ['https', 'http'],
    }),
  ),
  sentimentModel: read.optional(read.text('SENTIMENT_MODEL', { about: 'For `http`: the name of the language model.' })),
  sentimentKey: read.optional(read.secret('SENTIMENT_KEY', { about: 'For `http`: the key, if one is needed.' })),
  sentimentTimeoutMs: read.durationMs('SENTIMENT_TIMEOUT', {
    about: 'For `http`: how long a response for twenty texts may take.',
    default: '60s',
    min: '1s',
    max: '10m',
  }),
})

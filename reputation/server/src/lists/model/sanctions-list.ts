import { stringEnum } from '@service/foundation/http/string-enum.ts'
import { listIds } from '@service/reputation-domain/lists/model/entry.ts'

/** The id of a list, as requests, responses and events carry it. */
export const SanctionsList = stringEnum(listIds, { title: 'SanctionsList', description: 'A sanctions list.' })

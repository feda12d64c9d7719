import { walkRoles } from '@service/foundation-testing/walk-roles.ts'
import { access } from '@service/reputation-server/access/access.ts'
import { operationExamples } from '@service/reputation-testing/operation-examples.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { makeApiDocument } from '../src/api-document.ts'

walkRoles({ document: await makeApiDocument(), access, examples: operationExamples, runService })

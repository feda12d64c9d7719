import { access } from '@service/compute-server/access/access.ts'
import { operationExamples } from '@service/compute-testing/operation-examples.ts'
import { runService } from '@service/compute-testing/running-service.ts'
import { walkRoles } from '@service/foundation-testing/walk-roles.ts'
import { makeApiDocument } from '../src/api-document.ts'

walkRoles({ document: await makeApiDocument(), access, examples: operationExamples, runService })

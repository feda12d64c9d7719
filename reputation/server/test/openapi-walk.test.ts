import { walkOperations } from '@service/foundation-testing/walk-operations.ts'
import { operationExamples } from '@service/reputation-testing/operation-examples.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { makeApiDocument } from '../src/api-document.ts'

walkOperations({ document: await makeApiDocument(), examples: operationExamples, runService })

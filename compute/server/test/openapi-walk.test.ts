import { walkOperations } from '@service/foundation/test/walk-operations.ts'
import { makeApiDocument } from '../src/api-document.ts'
import { operationExamples } from './operation-examples.ts'
import { runService } from './running-service.ts'

walkOperations({ document: await makeApiDocument(), examples: operationExamples, runService })

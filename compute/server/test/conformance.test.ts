import { access } from '@service/compute-server/access/access.ts'
import { runService } from '@service/compute-testing/running-service.ts'
import { conformsToDocument } from '@service/foundation-testing/conformance.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'

conformsToDocument({
  name: 'compute',
  access,
  runService: () => runService(databaseEngines[0]!),
  without: ['getLogs'], // which may be followed for as long as a deployment runs
})

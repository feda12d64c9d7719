import { conformsToDocument } from '@service/foundation-testing/conformance.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { access } from '@service/reputation-server/access/access.ts'
import { runService } from '@service/reputation-testing/running-service.ts'

conformsToDocument({ name: 'reputation', access, runService: () => runService(databaseEngines[0]!) })

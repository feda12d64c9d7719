/** The commands on GPU-hours: `hours show`, `hours set`. */
import { type GpuHours, leftMs } from '@service/compute-domain/metering/gpu-hours.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { chosenMonth, monthOption } from '@service/foundation/admin/chosen-month.ts'
import { type Command, item, type Row } from '@service/foundation/admin/command.ts'
import { UsageError } from '@service/foundation/admin/usage-error.ts'
import type { AdministrationFace } from '@service/foundation/administration/administration.ts'
import { monthOf } from '@service/foundation/quota/model/month.ts'
import type { HoursActs } from './hours-acts.ts'

type HoursCommand = Command<AdministrationFace & HoursActs>

export const hoursShow: HoursCommand = {
  usage: 'hours show <company>',
  options: monthOption,
  summary: 'Show what a company has used of its GPU-hours of a month',
  async run({ admin, by, input }) {
    const month = chosenMonth({ admin, input })
    const { id, slug } = await admin.readCompany(by, input.argument('company'))
    return item(shown(slug, month, await admin.readHours(by, id, month)))
  },
}

export const hoursSet: HoursCommand = {
  usage: 'hours set <company> <hours>',
  summary: 'Set how many GPU-hours a company has in a calendar month, UTC (10)',
  async run({ admin, by, input }) {
    const text = input.argument('hours')
    if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) throw new UsageError(`<hours> must be a number such as 10, not "${text}".`)
    const { company, ...set } = await admin.setHours(by, input.argument('company'), Number(text))
    return item(shown(company, monthOf(admin.now()).slice(0, 7), set))
  },
}

const shown = (company: string, month: string, of: GpuHours): Row => ({
  company,
  month,
  gpuHours: hoursShown(of.limitMs),
  used: hoursShown(of.usedMs),
  reserved: hoursShown(of.reservedMs),
  left: hoursShown(leftMs(of)),
})

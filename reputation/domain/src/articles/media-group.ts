/**
 * Who owns a publisher: two outlets of one media group are one voice, however many papers print its text.
 *
 * Source: this project's own table from common knowledge, written on 2026-11-22. A site without a row stands for itself.
 */
import { domainsAbove } from './authority.ts'
import { siteOf } from './site.ts'

const groups = `
bbc: bbc.co.uk bbc.com
newscorp: wsj.com dowjones.com barrons.com marketwatch.com nypost.com thetimes.co.uk thesundaytimes.co.uk thesun.co.uk
  news.com.au theaustralian.com.au heraldsun.com.au dailytelegraph.com.au couriermail.com.au adelaidenow.com.au
fox: foxnews.com foxbusiness.com
gannett: usatoday.com azcentral.com freep.com indystar.com jsonline.com tennessean.com cincinnati.com courier-journal.com
  desmoinesregister.com dispatch.com democratandchronicle.com northjersey.com detroitnews.com statesman.com
  palmbeachpost.com jacksonville.com oklahoman.com
tribune: chicagotribune.com baltimoresun.com orlandosentinel.com sun-sentinel.com courant.com dailypress.com mcall.com
  nydailynews.com mercurynews.com denverpost.com ocregister.com bostonherald.com dailynews.com pe.com
mcclatchy: miamiherald.com kansascity.com charlotteobserver.com sacbee.com newsobserver.com star-telegram.com
  mcclatchydc.com fresnobee.com thestate.com
advance: condenast.com newyorker.com wired.com vanityfair.com vogue.com arstechnica.com cleveland.com nj.com oregonlive.com
  mlive.com al.com nola.com syracuse.com masslive.com pennlive.com silive.com bizjournals.com
hearst: chron.com sfgate.com sfchronicle.com houstonchronicle.com expressnews.com timesunion.com esquire.com
  cosmopolitan.com seattlepi.com
reach: mirror.co.uk express.co.uk dailystar.co.uk dailyrecord.co.uk manchestereveningnews.co.uk liverpoolecho.co.uk
  walesonline.co.uk birminghammail.co.uk chroniclelive.co.uk bristolpost.co.uk
dmgt: dailymail.co.uk mailonline.co.uk thisismoney.co.uk metro.co.uk inews.co.uk newscientist.com
nikkei: ft.com nikkei.com
axelspringer: businessinsider.com politico.com politico.eu bild.de welt.de morningbrew.com
comcast: nbcnews.com cnbc.com msnbc.com today.com sky.com news.sky.com skynews.com
warner: cnn.com cnnmoney.com money.cnn.com bleacherreport.com
disney: abcnews.go.com abcnews.com espn.com go.com
paramount: cbsnews.com cbslocal.com
bloomberg: bloomberg.com businessweek.com
vox: vox.com theverge.com recode.net sbnation.com nymag.com
ziff: pcmag.com mashable.com ign.com cnet.com zdnet.com
penske: variety.com hollywoodreporter.com rollingstone.com deadline.com billboard.com
nine: smh.com.au theage.com.au afr.com watoday.com.au brisbanetimes.com.au
postmedia: nationalpost.com financialpost.com vancouversun.com calgaryherald.com montrealgazette.com ottawacitizen.com
  theprovince.com edmontonjournal.com
indiatimes: indiatimes.com economictimes.com timesofindia.com
schibsted: aftenposten.no vg.no aftonbladet.se svd.se
rcs: corriere.it elmundo.es expansion.com
prisa: elpais.com cincodias.com
ap: ap.org apnews.com
`

const groupByDomain = new Map(
  groups
    .replace(/\n {2}/g, ' ')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [group = '', domains = ''] = line.split(': ')
      return domains.split(' ').map((domain) => [domain, group] as const)
    }),
)

/** The media group of a host; the site where no group is known. */
export function mediaGroupOf(host: string): string {
  for (const domain of domainsAbove(host)) {
    const group = groupByDomain.get(domain)
    if (group !== undefined) return group
  }
  return siteOf(host)
}

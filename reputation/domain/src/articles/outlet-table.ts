/**
 * Publishers by domain: the name to show, and how much weight their word carries.
 *
 * Authority is 1.0 for wire agencies, national papers of record, the leading business press and the large broadcasters;
 * 0.6 for regional papers, established trade and technology press, and large popular sites; an outlet without a row has
 * `defaultAuthority`. It says who is widely read and taken up by others, not who is right.
 *
 * Source: this project's own judgement from common knowledge, written on 2026-11-20; no rating of anybody else was
 * copied. An operator's own ratings win over it (`authorityOf`). The order within a tier is alphabetical.
 */

export type OutletRow = { name: string; authority: number }

const tierOne = `
abc.net.au ABC News (Australia)
abcnews.go.com ABC News
abcnews.com ABC News
afp.com AFP
aljazeera.com Al Jazeera
ansa.it ANSA
ap.org Associated Press
apnews.com Associated Press
asahi.com The Asahi Shimbun
barrons.com Barron's
bbc.co.uk BBC News
bbc.com BBC News
bloomberg.com Bloomberg
businessweek.com Bloomberg Businessweek
caixinglobal.com Caixin Global
cbc.ca CBC News
cbsnews.com CBS News
channelnewsasia.com CNA
cnbc.com CNBC
cnn.com CNN
corriere.it Corriere della Sera
csmonitor.com The Christian Science Monitor
dowjones.com Dow Jones
dpa.com dpa
dw.com Deutsche Welle
economist.com The Economist
efe.com EFE
elmundo.es El Mundo
elpais.com El País
faz.net Frankfurter Allgemeine
folha.uol.com.br Folha de S.Paulo
fortune.com Fortune
france24.com France 24
ft.com Financial Times
globo.com Globo
handelsblatt.com Handelsblatt
ilsole24ore.com Il Sole 24 Ore
irishtimes.com The Irish Times
kyodonews.net Kyodo News
latimes.com Los Angeles Times
lefigaro.fr Le Figaro
lemonde.fr Le Monde
lesechos.fr Les Echos
mainichi.jp The Mainichi
nbcnews.com NBC News
newyorker.com The New Yorker
nhk.or.jp NHK
nikkei.com Nikkei
npr.org NPR
nrc.nl NRC
nytimes.com The New York Times
nzz.ch Neue Zürcher Zeitung
pbs.org PBS
politico.com Politico
politico.eu Politico Europe
propublica.org ProPublica
repubblica.it la Repubblica
reuters.com Reuters
reuters.co.uk Reuters
reutersagency.com Reuters
rte.ie RTÉ
scmp.com South China Morning Post
sky.com Sky News
smh.com.au The Sydney Morning Herald
spiegel.de Der Spiegel
straitstimes.com The Straits Times
sueddeutsche.de Süddeutsche Zeitung
svt.se SVT
tagesschau.de tagesschau
telegraph.co.uk The Telegraph
theatlantic.com The Atlantic
theaustralian.com.au The Australian
theglobeandmail.com The Globe and Mail
theguardian.com The Guardian
thehindu.com The Hindu
thetimes.co.uk The Times
thetimes.com The Times
time.com TIME
usatoday.com USA Today
washingtonpost.com The Washington Post
wsj.com The Wall Street Journal
yomiuri.co.jp The Yomiuri Shimbun
yonhapnews.co.kr Yonhap News Agency
yna.co.kr Yonhap News Agency
zeit.de Die Zeit
`

const tierTwo = `
9to5google.com 9to5Google
9to5mac.com 9to5Mac
adage.com Ad Age
adweek.com Adweek
afr.com Australian Financial Review
ajc.com The Atlanta Journal-Constitution
allthingsd.com All Things D
americanbanker.com American Banker
appleinsider.com AppleInsider
arstechnica.com Ars Technica
autoblog.com Autoblog
autonews.com Automotive News
axios.com Axios
azcentral.com The Arizona Republic
baltimoresun.com The Baltimore Sun
bizjournals.com The Business Journals
bostonglobe.com The Boston Globe
bostonherald.com Boston Herald
breakingviews.com Reuters Breakingviews
business-standard.com Business Standard
businessinsider.com Business Insider
businesstimes.com.sg The Business Times
buzzfeednews.com BuzzFeed News
caranddriver.com Car and Driver
chicagotribune.com Chicago Tribune
chron.com Houston Chronicle
cityam.com City A.M.
cnet.com CNET
computerworld.com Computerworld
computerweekly.com Computer Weekly
crainsnewyork.com Crain's New York Business
ctvnews.ca CTV News
dailymail.co.uk Daily Mail
dallasnews.com The Dallas Morning News
denverpost.com The Denver Post
detroitnews.com The Detroit News
economictimes.com The Economic Times
economictimes.indiatimes.com The Economic Times
engadget.com Engadget
euronews.com Euronews
expansion.com Expansión
fastcompany.com Fast Company
fiercepharma.com Fierce Pharma
financialexpress.com Financial Express
financialpost.com Financial Post
focus.de Focus
forbes.com Forbes
foreignpolicy.com Foreign Policy
foxbusiness.com Fox Business
foxnews.com Fox News
freep.com Detroit Free Press
geekwire.com GeekWire
gigaom.com Gigaom
globalnews.ca Global News
globalpost.com GlobalPost
gizmodo.com Gizmodo
haaretz.com Haaretz
heise.de heise online
heraldsun.com.au Herald Sun
hindustantimes.com Hindustan Times
hollywoodreporter.com The Hollywood Reporter
houstonchronicle.com Houston Chronicle
huffingtonpost.com HuffPost
huffingtonpost.co.uk HuffPost UK
huffpost.com HuffPost
ibtimes.com International Business Times
inc.com Inc.
independent.co.uk The Independent
independent.ie Irish Independent
indiatimes.com The Times of India
infoworld.com InfoWorld
investors.com Investor's Business Daily
japantimes.co.jp The Japan Times
jpost.com The Jerusalem Post
koreaherald.com The Korea Herald
koreatimes.co.kr The Korea Times
law360.com Law360
livemint.com Mint
macrumors.com MacRumors
marketwatch.com MarketWatch
mashable.com Mashable
mercurynews.com The Mercury News
miamiherald.com Miami Herald
mirror.co.uk The Mirror
moneycontrol.com Moneycontrol
morningstar.com Morningstar
msnbc.com MSNBC
n-tv.de n-tv
nationalpost.com National Post
nature.com Nature
ndtv.com NDTV
newsday.com Newsday
newsweek.com Newsweek
nydailynews.com New York Daily News
nypost.com New York Post
nzherald.co.nz The New Zealand Herald
observer.com Observer
ocregister.com The Orange County Register
oregonlive.com The Oregonian
pcmag.com PCMag
pcworld.com PCWorld
philly.com The Philadelphia Inquirer
inquirer.com The Philadelphia Inquirer
platts.com Platts
pymnts.com PYMNTS
qz.com Quartz
recode.net Recode
rollingstone.com Rolling Stone
salon.com Salon
sciencemag.org Science
scotsman.com The Scotsman
seattletimes.com The Seattle Times
sfchronicle.com San Francisco Chronicle
sfgate.com SFGATE
slate.com Slate
spglobal.com S&P Global
standard.co.uk Evening Standard
startribune.com Star Tribune
statnews.com STAT
stuff.co.nz Stuff
supplychaindive.com Supply Chain Dive
tagesspiegel.de Tagesspiegel
tampabay.com Tampa Bay Times
techcrunch.com TechCrunch
technologyreview.com MIT Technology Review
techradar.com TechRadar
theage.com.au The Age
thedailybeast.com The Daily Beast
thehill.com The Hill
theinformation.com The Information
thelocal.com The Local
thenextweb.com The Next Web
theregister.co.uk The Register
theregister.com The Register
thestar.com Toronto Star
thestreet.com TheStreet
theverge.com The Verge
thisismoney.co.uk This is Money
timesofindia.com The Times of India
timesofindia.indiatimes.com The Times of India
timesofisrael.com The Times of Israel
torontosun.com Toronto Sun
upi.com UPI
usnews.com U.S. News & World Report
vanityfair.com Vanity Fair
variety.com Variety
venturebeat.com VentureBeat
vice.com VICE
vox.com Vox
welt.de Die Welt
wired.co.uk WIRED UK
wired.com WIRED
wiwo.de WirtschaftsWoche
zdnet.com ZDNET
`

/** Named so that readers see whose article it is, but not rated: the default holds. */
const unrated = `
247wallst.com 24/7 Wall St.
benzinga.com Benzinga
bgr.com BGR
businesswire.com Business Wire
fool.com The Motley Fool
globenewswire.com GlobeNewswire
investorplace.com InvestorPlace
marketwired.com Marketwired
nasdaq.com Nasdaq
prnewswire.com PR Newswire
rttnews.com RTTNews
seekingalpha.com Seeking Alpha
slashgear.com SlashGear
techtimes.com Tech Times
ubergizmo.com Ubergizmo
valuewalk.com ValueWalk
zacks.com Zacks
`

const tiers = [
  { table: tierOne, authority: 1 },
  { table: tierTwo, authority: 0.6 },
  { table: unrated, authority: 0.35 },
]

const rows: [domain: string, row: OutletRow][] = tiers.flatMap(({ table, authority }) =>
  table
    .trim()
    .split('\n')
    .map((line): [string, OutletRow] => {
      const space = line.indexOf(' ')
      return [line.slice(0, space), { name: line.slice(space + 1), authority }]
    }),
)

export const outletByDomain: ReadonlyMap<string, OutletRow> = new Map(rows)

/** How many rows there are, for the test that no domain has two. */
export const outletRowCount = rows.length

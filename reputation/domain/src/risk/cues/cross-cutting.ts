/** Typed from common knowledge of how the press writes. */
import { type Cue, cuesOf } from './cue.ts'

export const crossCuttingCues: readonly Cue[] = [
  ...cuesOf('financial_distress', [
    {
      strength: 2,
      words: `
          suspend*|halt*|cancel*|scrap*|slash*|axes|cuts ~ dividend*|buyback*|payout*, miscalculat*,
          restate*|restating ~ earnings|results|capital|accounts, capital error, error in ~ capital|accounts`,
    },
    {
      strength: 3,
      words: `
          bankrupt, bankruptcy, files ~ chapter 11|bankruptcy|liquidation|administration, chapter 11, insolven*,
          liquidat*, receivership, goes bust, collapse of, collapses|collapsed ~ into, collapse, bailout*,
          rescue loan, into administration, creditor protection, verge of ~ collapse|bankruptcy,
          nationalis*|nationaliz* ~ airline|bank`,
      unless: `
          collapse ~ talks|deal|merger|bid|bridge|building|roof|on_stage|stage, talks collapse*, deal collapse*,
          bid collapse*, liquidat* ~ position*|stake|holding*, morally bankrupt*, stage collapse, ice sheet collapse,
          colony collapse, eu bailout, auto bailout, bank bailouts`,
    },
    {
      strength: 2,
      words: `
          default on, defaults on, debt ~ crisis|default|downgrade*|junk, junk status, cut to junk, going concern,
          credit rating ~ cut|downgrade*|slashed, moody* ~ cut*|downgrade*, s&p ~ cuts|downgrade*,
          fitch ~ cuts|downgrade*, cash crunch, running out of cash, liquidity ~ crisis|crunch|fear*, massive loss*,
          record loss*, huge loss*, billion ~ write down*|writedown*|loss, writedown*, write down, delisted,
          delisting, trading halted, halt* trading, capital shortfall, emergency ~ funding|loan|cash`,
      unless: 'default ~ app|browser|search|setting*, by default',
    },
    {
      strength: 1,
      words: `
          profit warning*,
          profit|profits|earnings|revenue|sales|income|shares|stock ~ fall*|drop*|plunge*|tumble*|slump*|slide*|sink*|dive*|decline*|miss*|down|dip*|crash*,
          misses ~ estimates|expectations|forecast*, net loss*, quarterly loss, posts loss, reports loss, downgrade*,
          price target cut*|lowered, cuts ~ outlook|forecast|guidance, weak ~ sales|results|outlook|demand|earnings,
          short seller*, closing ~ stores, closes ~ stores, struggling, in trouble, woes, slump*`,
      unless: 'slumps behind',
    },
  ]),
  ...cuesOf('operational_disruption', [
    {
      strength: 2,
      words: `
          cancel|cancels|cancelled|canceled|cancelling|scraps|scrapped|axes|drops ~ order|orders|contract,
          loses|lost ~ order|orders|contract ~ to|worth|as|after|from,
          halt*|cut*|stop*|suspend*|reduces ~ gas|supplies|supply|shipments|deliveries`,
      unless: 'cuts ~ carbon|prices|costs, gas prices',
    },
    {
      strength: 2,
      words: `
          outage*, goes|went|going down, is down, was down, site down,
          down ~ worldwide|globally|for_users|millions|across|again|hour*|minutes, service disruption*, disruption*,
          disrupted, crash* ~ website|site|servers|network|worldwide|globally|service|app, website crash*|down,
          servers ~ down|crash*|overload*, blackout*, unavailable, offline, knock* offline, back online,
          restored after|service|access, @ down, suffers ~ outage|glitch|crash, production halt*|stop*|suspend*,
          halt* ~ production|flights|service|operations|sales|shipments|withdrawals|trading,
          suspend* ~ production|flights|service|operations|sales|withdrawals|trading, grounded,
          grounds ~ fleet|planes|flights|jets, flights ~ cancel*|grounded|delayed, shutdown of|at, supply disruption*,
          gas ~ cut_off|cuts_off|cutoff, cuts off ~ gas|supply|supplies,
          block* ~ access|site|service|website|app|users|in ~ china|turkey|iran|russia|pakistan,
          access ~ block*|restored|cut, ban*|bans|banned|blocks|blocked ~ twitter|facebook|youtube|google|gmail|site,
          turkey ~ ban*|block*, pulled ~ from ~ shelves|stores|market|sale, stock shortage, shortages,
          factory ~ fire|explosion|shut*|closed`,
      unless: `
          going down ~ path|road|price|hill, goes down ~ price*|smooth|well|as|in ~ history, price* goes down,
          prices ~ down, is down ~ %|to|from|#|percent|pct, stock is down, market* ~ down,
          offline ~ mode|maps|use|playlist*|viewing|support|access|music|editing, offline and|to, stores offline,
          blackout ~ curtains|edition, black out, tv blackout*, blackout ~ rule*, buckle down, down ~ #|percent,
          crash course, stock*|market*|share*|price* ~ crash*, sale* ~ goes|going down, shares ~ down, down under`,
    },
    {
      strength: 1,
      words: `
          delay*, delays, bug, bugs, technical ~ problem*|issue*|glitch*, error*, slow ~ service,
          production problem*|issue*|delay*, shortage*, cyclone, power cut*,
          cancel* ~ order*|orders|flight*|contract|deal|launch, unable to, doesn't work, not working`,
      unless: 'bug bounty, moto bug, love bug, ladybug*, bugs bunny, delayed ~ gratification',
    },
  ]),
  ...cuesOf('misleading_communication', [
    {
      strength: 2,
      words: `
          overstat*, inflated ~ mileage|claims|figures|numbers|sales,
          lowers|lowering|cuts|resets|reduces|restates ~ mileage|mpg|fuel_economy|gas_mileage,
          mileage|mpg|fuel_economy ~ error*|wrong|overstat*|inflated|lawsuit*|claims`,
    },
    {
      strength: 2,
      words: `
          mislead*, misled, false advertising|claims|ads|statement*, deceptive*, deceiv*, lied, lies to|about,
          lying ~ about|to, false claim*, fake reviews|followers|accounts, astroturf*, bait and switch, doctored,
          fabricat*, cover* up ~ defect*|crash*|death*|problem*, hid ~ defect*|problem*|data|risk*|flaw*,
          hiding ~ defect*|problem*|data|risk*|flaw*, conceal*, ad ~ banned, ads ~ banned,
          ban* ~ ad|advert|advertisement`,
      unless: 'lies ahead|in|beneath|within|behind|on, metal fabricat*, lie* to ~ rest, pulls ad',
    },
    {
      strength: 1,
      words: `
          pulls ~ ad|ads|advert, ad ~ controversy|backlash|pulled, insensitive ~ tweet|ad, hype,
          pr disaster|nightmare|stunt, misstep*, hypocri*, dishonest*`,
    },
  ]),
]

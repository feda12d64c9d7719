/** Typed from common knowledge of how the press writes. */
import { type Cue, cuesOf } from './cue.ts'

export const governanceCues: readonly Cue[] = [
  ...cuesOf('fraud_corruption', [
    {
      strength: 2,
      words: `
        misus* ~ funds|money|assets, misappropriat*, siphon*, accounting error*, fake invoice*, shell companies`,
    },
    {
      strength: 3,
      words: `
          ceo|chief|executive|executives|exec|trader|traders|founder|chairman|boss|official|officials|banker|bankers|manager|managers|director ~ arrested|indicted|jailed,
          arrest|arrests of|former|ex ~ ceo|chief|executive|trader|founder|chairman|banker|manager|director, indict*,
          criminal charge*|probe|case|investigation|complaint|inquiry|conviction, felony, plead* guilty, guilty plea,
          found guilty, guilty of, convicted, jailed, prison sentence*, embezzl*, ponzi*, money missing,
          missing bitcoin*|money|millions`,
      unless: `
          arrest ~ decline|slide|fall, protest*|activist*|demonstrator*|teen|girl|boy|fan|man|woman ~ arrested,
          protest* ~ ~ arrested, arrested ~ ~ protest*, worker* ~ ~ arrested, arrested ~ protest*|demonstrat*|sit_in,
          cardiac arrest*`,
    },
    {
      strength: 2,
      words: `
          fraud, fraudulent, fraudster*, defraud*, bribe*, bribery, corrupt, corruption, kickback*, insider trading,
          accounting ~ scandal|fraud|irregularit*|probe*|error*|investigation, cook* ~ books,
          rig*|rigged|rigging ~ market*|rate*|libor|price*|gold|forex|currency|benchmark,
          rate rigging|fixing|manipulation, libor, forex ~ probe|manipulation|investigation|scandal|rigging,
          fx ~ probe|rigging|scandal, gold fix*|fixing|price ~ fine*|manipulat*|rig*|probe*,
          manipulat* ~ gold|price*|market*|rate*|libor|forex|benchmark|stock, pyramid scheme*,
          dark pool* ~ lawsuit*|suit*|fraud|sue*|probe*|charge*|lie*|accus*, scam, scams, embezzlement, graft,
          misconduct ~ probe|charges|investigation, swindl*, counterfeit*, fake goods, fake products`,
      unless: `
          rig ~ oil|drilling, oil rig*, drilling rig*, anti fraud|corruption|counterfeit*, fights counterfeit*|fraud,
          rigged up, gaming rig*, hoax scam, scam ~ on facebook|email*|alert*, phishing scam*`,
    },
    {
      strength: 1,
      words: `
          arrested, arrests, scandal, scandals, wrongdoing, suspicio*, cover up, coverup, conflict of interest,
          whistleblower*`,
    },
  ]),
  ...cuesOf('legal_regulatory', [
    {
      strength: 2,
      words: `
          take|takes|took|taking|drag|drags ~ to court|arbitration|tribunal,
          court|courts|judge|regulator*|watchdog|authorities|government|inspectors ~ shut*|closes|closed|close|suspends|halts,
          shut*|closed|closes ~ by ~ regulator*|court|authorities|government|watchdog|inspectors,
          court setback|defeat|blow|loss, ruled|ruling illegal|unlawful|unconstitutional, court ordered,
          ruling ~ blow|setback|defeat`,
      unless: 'shutdown ~ government, government shutdown, closes ~ higher|lower|up|down',
    },
    {
      strength: 2,
      party: 'doer',
      words: `
          must|forced_to|ordered_to|told_to ~ pay|stop|delete|remove|hand|change|close|comply|amend|forget|refund,
          loses ~ in ~ court, loses supreme, defeated in court`,
      unless: 'must pay ~ attention',
    },
    {
      strength: 2,
      party: 'doer',
      words: 'loses ~ case|appeal|lawsuit|court|ruling|trial|bid_to, lost ~ case|appeal|court|supreme',
    },
    {
      strength: 2,
      party: 'object',
      words: `
          sue, sues, sued, suing, fine, fines, fined, accuse, accuses, accused, charge, charges, charged, investigate,
          investigates, investigated, investigating, ban, bans, banned, banning, block, blocks, blocked, blocking,
          bar, bars, barred, raid, raids, raided, penali*, prosecut*, subpoena*, censure*, sanctioned, seize, seizes,
          seized, order, orders, ordered, outlaw*, shut*|shutting ~ down ~ by|court|regulators|government|judge,
          suspend, suspends, suspended, reject, rejects, rejected, crack* down on`,
      unless: `
          fine with|tuning|dining|print|art*|line, just fine, is fine, be fine, doing fine, fine tun*,
          charge* ~ battery|phone|wireless*|devices|time|car*|vehicles|station*|for|more|less|extra|extra|customers|users|per,
          free charge*, in charge*, takes charge, wireless charg*, charging, quick charge*, supercharg*, fast charge*,
          take* charge*, one time charge*, restructuring charge*, impairment charge*,
          charges ahead|up|forward|into|on, pretax charge*, tax charge*, q# charge*, bar code*, sound bar,
          bars ~ signal, chocolate bar*, behind bars, raise* ~ bar|bars, bar ~ set|high*|low*, task bar, menu bar,
          title bar, block ~ ads|calls|spam|party|buster*|chain|users|trolls|number*|robocalls|cookies,
          building block*, ad block*, h&r block, on ~ block, pre order*|orders|ordered, preorder*,
          order* ~ online|now|food|jets|planes|aircraft|ahead|book|backlog|from|by|for|worth|phone|pizza|coffee|drinks|tickets|flight*,
          orders ~ rise|fall|jump|up|surge|intake|book|growth, in order to, new orders, durable goods, jet order*,
          plane order*, order of|for, #* order*, largest order, big order, win* ~ order*, airline order*, firm order*,
          airbus order, boeing order*, law & order, executive order, investigates new,
          suspend* ~ sale of|production|shipments|coverage,
          rejects ~ claim*|report*|allegation*|bid|offer|takeover|call*|proposal|rumo*, bid rejected,
          reject* ~ bid|offer|takeover|approach|proposal|merger|deal, offer rejected, rejected ~ offer*|bid*,
          offer*|bid*|approach ~ rejected, blocked shot, road block*, stumbling block*,
          seizes ~ chance|opportunity|moment|lead, raid* ~ fridge, tomb raid*, block* ~ merger|deal|takeover,
          suspended animation`,
    },
    {
      strength: 2,
      words: `
          lawsuit*, suit ~ accus*|alleg*|claim*|over|against|by|says, class action*, probe, probes, probed, probing,
          investigation*, inquiry, inquiries, under ~ investigation|scrutiny|probe, penalty, penalties, settlement,
          settlements, to settle, settles ~ suit|lawsuit|case|charges|claims|probe|allegations|with,
          settle ~ suit|lawsuit|case|charges|claims|probe|allegations|with,
          legal action|trouble|troubles|battle|woes|challenge, court ~ rules against|orders|rejects|upholds|blow|loss,
          rules against, ruled against, ruling against, verdict against,
          violat* ~ law*|rule*|regulation*|copyright*|patent*|act, violation of, illegal, illegally, unlawful*,
          broke ~ law*|rules, breaking ~ law*|rules, breach* ~ rules|law|regulations|duty|contract, infring*,
          copyright ~ suit|case|violation*|infringement|ruling,
          faces ~ charges|lawsuit*|suit*|fine*|probe*|ban|trial|investigation*|inquiry|penalt*|scrutiny|court|sanctions,
          ban on, banned in|from|by, crackdown, court ban*,
          regulator* ~ probe*|investigat*|fine*|warn*|reject*|crack*|order*|slam*, ag ~ sues|probe*|investigat*,
          capital plan* ~ reject*|fail*|object*,
          reject*|fail*|objects|object ~ capital_plan*|stress_test*|dividend*|buyback*,
          stress test* ~ fail*|reject*|flunk*, flunk* ~ stress|test, bars|blocks ~ payout*|dividend*|buyback*,
          fed ~ reject*|bars|blocks|objects, cease and desist, recall ~ compensation fund, restraining order,
          subpoena*, misconduct, hearing ~ congress|senate, congress ~ grill*|hearing|probe,
          grill* ~ ceo|executives|lawmakers, criminal, consent order, consent decree, probation,
          sec ~ probe*|investigat*|charges, ftc ~ probe*|investigat*|complaint|suit|lawsuit,
          doj ~ probe*|investigat*|suit|lawsuit, justice department ~ probe*|investigat*|suit|lawsuit,
          deferred prosecution, damages, compensation fund, liable, liability, unconstitutional, infringement,
          regulatory ~ scrutiny|probe|trouble|woes|hurdle*, shut down ~ court|ruling|supreme|regulator*`,
      unless: `
          space probe, probe ~ mars|moon|comet|saturn|jupiter, settles ~ down|in|into|on,
          investigation ~ into ~ missing|crash|accident|cause, sued ~ samsung, law suit*, suit* ~ needs|you|up|taste,
          wet suit, iron man suit, free speech, legal marijuana, criminal ~ record*, damages ~ buildings, crime*,
          brain probe, collateral damage, quake damages, illegal ~ downloads|streaming|movies, illegal immigr*,
          criminal minds`,
    },
    {
      strength: 1,
      words: `
          accusation*, allegation*, alleged*, alleg*, scrutiny, regulators|regulator|regulatory, watchdog*, lawmaker*,
          senator*, hearing, testif*, testimony, legal, court, trial, antitrust concern*, license revoked,
          taxi ~ protest*|ban, dispute*, patent ~ case|war*|dispute|trial|battle|fight|suit|troll*, warns|warning`,
      unless: `
          approv* ~ regulator*, regulator* ~ approv*, court ~ side, clinical trial*, free trial*, drug trial*,
          trial ~ results|data|success*|offer|version, field trial*, trial of, trials, late stage trial, phase,
          tennis court, food court, legal ~ adviser|streaming, hearing aid*, hearing loss,
          regulatory filing*|approval, profit warning`,
    },
  ]),
  ...cuesOf('antitrust_competition', [
    {
      strength: 2,
      words: `
          antitrust, anti trust, monopol*, anti monopoly, anticompetitive, anti competitive, cartel, price fixing,
          fixing ~ prices|price, collu*, e book* ~ price*|settle*|case|trial|conspir*|damages|refund*,
          ebook* ~ price*|settle*|case|trial|conspir*|damages|refund*, abus* ~ dominan*|market|power|position,
          dominance ~ probe|complaint*, unfair competition|practices,
          competition ~ probe|complaint|watchdog|inquiry|commission`,
      unless: `
          antitrust ~ approv*|clear*|nod|review|scrutiny_of_merger, antitrust chief, antitrust waiting period,
          hart scott, monopoly ~ game|board|mcdonald*, antitrust concern* ~ deal|merger`,
    },
    { strength: 1, words: 'market power, dominance, gatekeeper, net neutrality ~ violat*, fast lane*, strong arm*' },
  ]),
  ...cuesOf('tax_sanctions_aml', [
    {
      strength: 3,
      words: `
          tax evasion ~ guilty|charges|charged|criminal|plea|pleads, sanctions violation*|busting|breach*,
          violat* ~ sanctions|embargo, money launder*, launder* ~ money|drug|cash, terror* financing`,
    },
    {
      strength: 2,
      words: `
          tax evasion, tax fraud, evad* ~ tax*, tax dodg*, dodg* ~ tax*, dodging taxes,
          tax probe|investigation|raid|evader*, tax avoidance, avoid* ~ tax*, back taxes, tax haven*,
          sanctions ~ hit|target*|list|against|on|fine|probe|case, sanctioned, us sanctions, eu sanctions,
          iran sanctions, sanction*, embargo, inversion ~ tax|backlash`,
      unless: 'tax ~ software|prep*|refund*, sanctioned ~ event',
    },
    { strength: 1, words: 'tax bill, tax row, tax deal* ~ probe*|investigat*, inversion, offshore' },
  ]),
  ...cuesOf('governance_leadership', [
    {
      strength: 2,
      words: `
          ceo|chief|chairman|chair|founder|boss|president ~ cancer|heart_attack|cardiac*|stroke|hospitali*|dies|dead,
          suffers|suffered heart_attack|stroke, diagnosed with ~ cancer`,
      unless: `
          dies ~ aged|age, former ~ dies, heart attack risk*, stroke risk*, drug*, patient*, vice president ~ dies`,
    },
    {
      strength: 3,
      words: `
          ceo|chief|founder|chairman|boss|president|executive|cfo|coo ~ ousted|fired|ouster|sacked|terminated|dismissed|forced_out|booted|removed|suspended|arrested|indicted,
          ousted ~ ceo|chief|founder|chairman|boss,
          oust*|fire|fires|fired|boot|boots|sack|sacks|ditches|axes|terminate*|dismiss*|suspends|dumps|removes|firing ~ ceo|chief|founder|chairman|boss|president|executive|cfo,
          ouster, force* out ~ ceo|chief|founder|chairman`,
      unless: `
          design|mobile|marketing|sales|software|hardware|product|regional|division|unit|store|retail|india|china|europe ~ chief|head|executive|boss,
          fires back, fired up, ousted ~ by|as_most|as_top|no_#, ousts ~ as|from|top|rival, boss fired up`,
    },
    {
      strength: 2,
      words: `
          ceo|chief|chairman|cfo|founder|president|executive|coo|boss|exec|head ~ resign*|quits|steps_down|stepping_down|abruptly|departs|departure|leaves|exits|exit|out|leaving|to_step_down|to_leave,
          resign*|quits|replaces|replace ~ ceo|chief|chairman|cfo|founder|president|executive|board|post,
          resignation*, board ~ fight|revolt|feud|battle|shake*|shakeup|coup|fires|slammed,
          boardroom ~ battle|coup|fight|drama|tussle, proxy fight|battle|war|contest, hostile takeover,
          executive pay ~ vote*|revolt|anger|row|backlash|protest, pay ~ revolt|shareholder*|row|anger|backlash,
          shareholder*|investor* ~ revolt|rebel*|sue*|lawsuit|anger|angry|oppose*|vote_against|furious|slam*|protest*,
          activist ~ investor*|shareholder*|fund, governance ~ failure*|concern*|lapse*, nepotism, poison pill,
          power struggle, sexual misconduct, misconduct`,
      unless: `
          design|mobile|marketing|sales|software|hardware|product|regional|division|unit|store|retail|india|china|europe chief|head|executive|boss,
          head of, head ~ out|to_head|phones, head* off, hostile takeover ~ of|for|bid_for ~ @, steps down ~ pace,
          boss ~ out now|level|fight, head start, leaves behind`,
    },
    {
      strength: 1,
      words: `
          leadership ~ crisis|vacuum|turmoil|change|shake*, shake up, shakeup, management ~ shake*|turmoil|change,
          executive pay, ceo pay, ackman, icahn, under pressure, embattled, controversial ceo`,
    },
  ]),
]

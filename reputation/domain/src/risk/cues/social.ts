/** Typed from common knowledge of how the press writes. */
import { type Cue, cuesOf } from './cue.ts'

export const socialCues: readonly Cue[] = [
  ...cuesOf('product_safety', [
    {
      strength: 2,
      words: `
          withdraw*|pulls|pulled ~ device*|drug*|medicine*|vaccine*|product*|toy*|food* ~ market|sale|shelves|risk*|concern*|fear*,
          derail*, collision*, evacuat*, compensat* ~ victims|families|passengers`,
      unless: 'withdraw* ~ bid|offer|application',
    },
    {
      strength: 3,
      words: `
          dead, deaths, death toll, killed,
          kill|kills|killing ~ #|people|driver*|passenger*|worker*|child*|man|woman|patient*|teen*|girl|boy|babies|pedestrian|at_least,
          fatal, fatalities, deadly, deadliest, died, dies, casualties, bodies, crash victim*, plane crash*,
          jet crash*, airliner crash*, shot down, shoot* down, shooting down, downed, downing, blown up,
          missile strike, no survivors, plane|jet|flight|aircraft ~ crashe*|missing|disappear*|vanish*,
          crashes|crashed ~ ukraine|ocean|sea|mountain*|killing, poison*, hospitali*, injur*, birth defects, mass tort`,
      unless: `
          poison pill*, dead heat, deadline, drop* dead, brain dead, walking dead, dead pixel*, dead zone*,
          dead or alive, dead rising, dead island, dead space, dead|death ~ review*, left for dead,
          chairman|ceo|founder|chief ~ hospitali*|injur*|dies|died|dead, hospitali* ~ chairman|ceo|founder,
          injury time, shot* down ~ rumo*|report*|claim*|idea|proposal|bid|request|appeal,
          shoot* down rumo*|report*|claim*, dies ~ aged|age, co founder dies, died ~ aged, founder dies, dead game,
          killed off, injured reserve, is dead, death of, dead ~ says, not dead, isn't dead, killer app,
          wrongful death|deaths`,
    },
    {
      strength: 2,
      words: `
          missing|lost plane|jet|flight|jetliner|aircraft|airliner, wreckage, black box*, search for @, recall,
          recalls, recalled, recalling, safety defect*, faulty, defect*, ignition switch*,
          air bag* ~ fail*|flaw*|fault*|problem*|defect*|probe*, airbag* ~ fail*|flaw*|fault*|problem*|defect*|probe*,
          exploding, explode*, explosion*, catch|catches|caught|catching fire, fire risk*|hazard*|warning*|danger,
          risk of fire, burn risk*|hazard*, overheat*, fire|burn concern*|fear*, battery|batteries ~ fire*,
          burst* into flames, choking hazard*, salmonella, listeria, e coli, botulism, expired meat|beef|chicken,
          tainted, rotten meat, rat meat, contaminated, food poisoning, foodborne, food safety|scare|scandal,
          health scare, unsafe, safety probe|investigation|scandal|concern*|fear*|lapse*|flaw*|crisis, side effects,
          stop sale*, stops sale*|selling ~ safety|defect*, halt* sale* of, drug trial death*, heart risk*,
          cancer risk*, cancer causing, asbestos, toxic, lead paint, sudden acceleration, unintended acceleration,
          stall*, brake failure|problem*|defect*, steering problem*|failure|defect*,
          warns|warning ~ fire*|overheat*|burn*|stop_using|injur*, stop using, quit using, crash* ~ kill*,
          fatal* crash*, emergency landing, engine failure*|fire*, on fire, caught fire, flammable, electrocut*,
          shock hazard, meat scandal, black box warning, fda warn*|reject*|warning, warning letter, safety regulator*`,
      unless: `
          recall* when|how|his|her|my|their|being|meeting|that|days|memories|early|childhood|fondly|life|time|first,
          total recall, recalls ~ friend*|conversation|moment, recall election, recall vote, explosive growth,
          explod* ~ growth|popularity|demand|sales, exploding ~ growth|popularity|demand, exploded view, is exploding,
          explosion of|in ~ use|demand|growth|apps|data, population explosion, cambrian explosion,
          stall* ~ growth|talks|sales|deal|merger, talks stall*, growth stall*, deal stall*, sales stall*, stalled,
          hot stall, market stall*, on fire ~ sales|growth, stock ~ on fire, total recall*,
          toxic ~ debt|asset*|mortgage*|culture|avenger, on fire phone*|tv*|tablet*, kindle on fire,
          faulty logic|logic`,
    },
    {
      strength: 1,
      words: `
          safety, hazard*, glitch*, flaw, flaws, flawed, malfunction*, quality problem*|issue*|concern*,
          product complaint*, health risk*|concern*, unhealthy, obesity, sugar, side effect, faults, defective`,
      unless: `
          safety feature*, safety rating*|pick*|award*|score*, top safety, food safety|and ~ training, safety first,
          safety app, improve* safety, safety check*, security flaw*, glitch mob, safety net, safety system*`,
    },
  ]),
  ...cuesOf('data_privacy_cyber', [
    {
      strength: 3,
      words: `
          data breach*, database breach*|hack*, breach* ~ data|database|customer*|user*|card*|account*,
          security breach*, privacy breach*, card breach*, payment breach*, account breach*,
          credit card* ~ breach*|stolen|theft|hack*|compromis*,
          card data|info|information|number* ~ stolen|breach*|compromis*|theft|thieves|sold,
          data ~ stolen|theft|compromised|exposed|leaked, stolen data|card*|credit|password*|account*|customer,
          theft of ~ data|card*|bitcoin*, passwords ~ stolen|leaked|compromised|exposed,
          user|users|customer|customers ~ data|info|information|details ~ stolen|exposed|leaked|compromised,
          hackers steal|stole|stolen|got|raid*|access*|took, change ~ password*, changing ~ password*,
          reset ~ password*, password change*|reset*, records ~ stolen|exposed|leaked|compromised, identity theft,
          massive hack, ransomware`,
      unless: `
          breach of contract|antitrust|rules|duty|law|trust|regulations|patent*, password* manager, forgot* password*`,
    },
    {
      strength: 2,
      words: `
          hacked, hack, hacks, hacking, hacker, hackers, cyber attack*, cyberattack*, cyber attacked, ddos,
          denial of service, malware, phishing, worm, trojan, spyware, virus, xss, cross site, zero day,
          security flaw*|hole*|bug*|vulnerab*|lapse*|threat*|failure*, vulnerabilit*, exploit*, heartbleed, breach*,
          compromised,
          privacy violation*|lawsuit*|suit|concern*|fear*|probe*|scandal|outcry|backlash|invasion|flap|row|outrage|flaw*|complaint*,
          invasion of privacy, violat* ~ privacy, snoop*, spying, spied, spies on|at|for, eavesdrop*, wiretap*,
          surveillance, secretly|secret ~ track*|record*|collect*|experiment*|study|test*|listen*,
          read* ~ user*|customer*|private|your|blogger*|journalist* ~ email*|mail*|messages,
          search* ~ user*|blogger*|customer*|journalist* ~ email*|account*|inbox|hotmail, scan* ~ email*,
          leaked|leak* ~ customer*|user*|personal|private ~ data|information|photos|details, nude photos|pictures,
          manipulat*, experiment*|experimented ~ user*|users|people|emotions|members|you|unknowing,
          emotion* ~ experiment*|study|manipulat*|contagio*|test,
          psychological|psychology|mood|emotional|secret ~ experiment*|study|test*|research, guinea pigs, lab rat*,
          mess* with ~ emotions|users|minds|heads, toy* with ~ emotions|users, plays with ~ emotions,
          security breaches`,
      unless: `
          life hack*, hackathon*, hack day|week, growth hack*, hacks for|to|that, best hacks,
          hacked ~ oculus|chromecast|glass|kinect|ps4|together|iphone|run, virus scan*, ebola virus, virus outbreak,
          mers virus, antivirus, exploits of, exploit* ~ opportunit*|demand|growth, nsa surveillance reform,
          surveillance camera*, ethical hack*, hacker way, hacker house, hacker news, anti hack*, against hack*,
          market manipulat*, price manipulat*, currency manipulat*, rate* manipulat*,
          manipulat* ~ market*|price*|rate*|currency|gold|libor|forex|stock, hacking team,
          breach* ~ contract|antitrust|duty|rules, to hack *, hack ~ your, jailbreak*`,
    },
    {
      strength: 1,
      words: `
          privacy, personal data, personal information, user data, facial recognition,
          tracks|tracking ~ you|users|user|customers|your|location, right to be forgotten, snowden, nsa, prism,
          data request*, creepy, data collection, data mining`,
      unless: `
          privacy feature*|setting*|tool*|control*|checkup, improve* privacy, protect* ~ privacy, new privacy,
          encrypt*`,
    },
  ]),
  ...cuesOf('labour_workplace', [
    {
      strength: 3,
      words: `
          deaths|killed|dies|died ~ warehouse*|factory|plant|mine|centers, workers die|died|dead|killed,
          worker death*|killed|dies|died, factory fire*|collapse*, workers injured, employee suicide*, worker suicide*`,
    },
    {
      strength: 2,
      words: `
          layoff*, lay offs, lays off, laid off, laying off, lay off, to lay off, job cut*,
          cut*|cutting|axe*|axing|slash*|shed*|eliminat*|trim* ~ jobs|workforce|staff|positions|employees|headcount|workers,
          job losses, jobs ~ axe*|cut|lost|slashed|go|at_risk, pink slip*, redundancies, redundant workers,
          mass firing*, firing ~ workers|employees, fires ~ workers|employees|staff,
          workers|employees|staff ~ strike|striking|walkout|walk_out|protest*|sue*,
          strike action|by|threat|looms|ends|vote, go* on strike, on strike, strikes over, walkout*, walk* off ~ job,
          wage theft, wage* ~ lawsuit*|suit*|protest*|strike*|violation*, unpaid ~ wages|overtime|work|interns,
          overtime ~ suit|lawsuit|claims, labor violation*|dispute*|abuse*|unrest|complaint*,
          labour dispute*|unrest|abuse*, labor lawsuit*, union ~ protest*|strike|sue*|bust*, picket*, no poach*,
          no hire, anti poaching, poaching ~ suit|case|settle*|lawsuit|conspir*, wage fixing|collusion|suppress*,
          hiring ~ collusion|conspiracy|suit|lawsuit|case|pact, unfair dismissal, plant closure*,
          clos* ~ plant|factory ~ jobs, working conditions, bullying, hostile workplace|work`,
      unless: `
          strike* ~ deal|agreement|pact|partnership|gold|balance|chord,
          strikes|struck|striking ~ deal|agreement|partnership|gold|balance|chord|alliance, lucky strike,
          strike price, counter strike, air strike*, third strike, jobs ~ biopic|movie|film, steve jobs`,
    },
    {
      strength: 1,
      words: `
          low wages, minimum wage, living wage, fast food workers|protest*, union*, worker protest*,
          employees complain*, burnout, overworked, pay gap, discontent`,
    },
  ]),
  ...cuesOf('human_rights_supply_chain', [
    {
      strength: 3,
      words: `
          child labor*|labour*, underage worker*|labor, forced labor|labour, slave labor|labour, slavery, sweatshop*,
          human trafficking, complicit*`,
    },
    {
      strength: 2,
      words: `
          human rights ~ abuse*|violation*|groups|watch|activists, rights ~ abuse*|violations, conflict mineral*,
          supplier ~ abuse*|violation*|strike|death*|labor|labour, foxconn ~ strike|suicide*|abuse*, censor*,
          censorship, blood diamonds, indigenous ~ protest*|land`,
      unless: 'censor* ~ defeat*|evade|fight*',
    },
    { strength: 1, words: 'human rights, supply chain ~ concern*|abuse*|problem*, labor conditions' },
  ]),
  ...cuesOf('discrimination_community', [
    {
      strength: 2,
      words: `
          protest against|over|at|snarls|spreads, protests against|over|at|snarl|spread|erupt,
          protesters|demonstrators ~ block*|march*|storm,
          drivers|taxis|cabs|cabbies|unions|farmers|residents|activists|students|fishermen ~ protest*|strike*|demonstrat*|gridlock|snarl*|rally,
          mass|huge|violent|global protest*, anti @, gridlock`,
      unless: 'protests patent, protest too much',
    },
    {
      strength: 2,
      words: `
          discriminat*, no|not|without|lack*|exclud* ~ gay*|same|women|minorities|diversity, racist, racism,
          racial bias|slur*|profiling, sexist, sexism, misogyn*, homophob*, anti gay,
          gay ~ rights|marriage|couples|relationship*|equality ~ ban*|backlash|protest*|criticis*|no|apolog*|exclu*|fail*|omission|sorry,
          same sex ~ relationship*|marriage|couples|marriages, transphob*, transgender ~ lawsuit|ban, antisemit*,
          gender bias, sex discrimination, age discrimination, sexual harassment, bias suit|lawsuit|claim*,
          hate speech, offensive, offends, insensitive, outrages, outrage*, boycott*, lack of diversity,
          exclu* ~ gay*|women|minorities, inequality lawsuit`,
      unless: 'price discriminat*, outrageous, boycott ~ lifted|ends',
    },
    {
      strength: 1,
      words: `
          diversity, white men|male*, protest*, protester*, protestor*, petition*, residents oppose*,
          local opposition, gentrification, controversy, controversial, controversies, backlash, uproar, outcry, fury,
          furore, furor, row over|with, flap, slut|slutty, black eye, gender gap`,
      unless: 'petition for|ipo, protests ~ patent',
    },
  ]),
  ...cuesOf('customer_treatment', [
    {
      strength: 2,
      words: `
          compensat* ~ customers|owners|buyers|drivers|users|subscribers,
          lawmaker*|senator*|congress ~ price|prices|pricing|cost, price ~ outrage|outcry|scandal|probe,
          misplac* ~ luggage|data`,
    },
    {
      strength: 2,
      words: `
          apologi*, apology, overcharg*, bogus ~ charges|fees|billing|texts, bogus charge*|fee*|bill*, cramming,
          crammed, unauthori* ~ charge*|charges|purchases|billing|fees|bills|in_app, hidden fees,
          billing ~ fraud|scandal|errors, deceiv* ~ customers|consumers|users,
          cheat* ~ customers|consumers|investors|clients, rip* off ~ customers, ripoff, scam* ~ customers,
          mis selling, mis sold, misselling, ppi ~ mis|provision*|claims|redress,
          consumer complaint*|lawsuit*|suit|group* ~ sue*,
          customer* ~ lawsuit|sue*|furious|outrage*|revolt|angry|anger|fury|complain*|backlash|rebel*,
          users ~ furious|outrage*|revolt|angry|anger|fury|complain*|backlash|upset,
          angry|furious|outraged ~ customers|users|fans|gamers|passengers|players, stranded ~ passengers|customers,
          refund* ~ parents|customers|users, price gouging, gouging, predatory lending, redlining,
          customer service ~ nightmare|hell|call|rep*|worst|fail*|disaster|horror,
          worst ~ company|customer_service|rated|ranked, most hated,
          ignored|ignores|ignoring ~ customers|complaints|warnings, throttl*, backlash ~ customers|users|fans|gamers,
          fans ~ backlash|outrage|anger|fury|upset|protest*`,
      unless: 'refund* ~ tax, complaint* dismissed',
    },
    {
      strength: 1,
      words: `
          sorry, criticis*, criticiz*, under fire, complaint*, complain*, slam*, blast*, bad reviews, disappoint*,
          frustrat*, mock*, ridicul*, annoy*, price hike*|increase*, raises prices, customer loss*,
          losing ~ customers|subscribers|users, abandon*, anger*, blunder*, fail, fails, fiasco, debacle, embarrass*,
          gaffe, shame*, hated, nightmare, unhappy`,
      unless: `
          sorry ~ not, sony ~ sorry we, blast off, blast from ~ past, blasts off, slam dunk, grand slam,
          fails to impress, mock up*, mockup*, can't complain, earnings disappoint*, complaint ~ samsung`,
    },
  ]),
]

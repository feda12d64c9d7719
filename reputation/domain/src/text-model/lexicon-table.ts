/**
 * Words by what they do to whom, typed for this project from common knowledge. It is no list of polarities: "to slam"
 * is bad for the one who is slammed, "to crash" for the one who crashes, and "costs" are good when they fall. What each
 * kind weighs, on which side of the target and how far from it, is learnt.
 *
 * Verbs are given in their base form and inflected by `lexicon.ts`; what is irregular is written out behind a colon.
 */
export const verbs: Readonly<Record<string, string>> = {
  // The one who does it is well; nothing is said of another.
  thrives: `succeed thrive flourish prosper excel shine triumph prevail win:won,winning outperform outshine outpace beat:beaten,beating
    top dominate lead:led recover rebound bounce revive improve progress advance achieve accomplish deliver impress
    delight dazzle wow inspire earn gain score surpass exceed overtake heal mature graduate celebrate enjoy
    benefit qualify survive rescue save protect defend innovate pioneer perform reward cooperate volunteer donate
    pledge contribute honour honor thank comfort cheer smile laugh love trust`,
  // The one who does it is badly off, or did badly.
  fails: `fail struggle falter stumble flounder suffer lose:lost,losing collapse crumble crash sink:sank,sunk fall:fell,fallen flop bomb miss
    lag trail underperform disappoint decline deteriorate worsen languish limp stagnate stall weaken shrink:shrank,shrunk
    bleed:bled ail backfire botch bungle fumble concede surrender retreat resign quit flee:fled die drown choke
    plead apologise apologize regret admit confess default collapse founder implode wobble slump fizzle fade dwindle
    cave blunder mishandle mismanage overreact overreach squander waste forfeit drop backtrack renege capitulate cry
    complain whine panic fear worry:worried,worries freeze:froze,frozen halt suspend cancel scrap axe shut close recall
    withdraw:withdrew,withdrawn delay postpone abandon shelve`,
  // The one who does it does wrong.
  wrongs: `lie:lied,lying,lies cheat steal:stole,stolen rob bribe defraud deceive mislead:misled fabricate falsify forge betray
    abuse assault rape molest harass bully intimidate threaten torture murder kill massacre slaughter execute shoot:shot
    stab bomb attack invade beat strangle kidnap abduct poison pollute contaminate violate breach break:broke,broken
    ignore neglect deny:denied,denies,denying refuse conceal hide:hid,hidden cover obstruct meddle interfere collude
    conspire plot exploit discriminate insult mock ridicule taunt belittle demean smear slander defame rant rage lash
    bash provoke incite inflame stoke fuel undermine sabotage subvert manipulate rig gouge overcharge dump spy hack leak
    launder evade dodge trespass loot riot terrorize terrorise enslave oppress persecute discriminate segregate
    jeopardise jeopardize endanger harm hurt damage destroy ruin wreck devastate ravage infringe plagiarise plagiarize
    brag boast lash scapegoat pander flout defy:defied,defies disregard squash silence censor`,
  // Bad for the one it is done to.
  blames: `criticise criticize slam blast condemn denounce decry:decried,decries rebuke reprimand censure chide scold berate
    lambast lambaste castigate deride ridicule mock assail attack accuse blame fault charge indict convict sentence jail
    imprison arrest detain sue prosecute investigate probe fine penalise penalize punish sanction ban bar block reject
    oust fire sack dismiss impeach expel evict deport suspend demote downgrade cut:cutting slash hit hurt harm hammer batter
    pummel punish dent weigh drag haunt plague dog hobble cripple damage devastate rattle shake:shook,shaken spook scare
    threaten warn target oppose fight:fought resist snub spurn shun boycott abandon desert protest heckle boo
    disavow disown repudiate rebut refute contradict dispute question doubt suspect distrust fear hate loathe detest
    despise resent pillory roast skewer savage trash bash pan grill subpoena raid seize freeze confiscate
    defeat crush rout trounce drub best beat topple overthrow unseat sideline undercut undermine embarrass humiliate
    shame tarnish taint stain smear discredit delegitimise scrutinise scrutinize audit allege implicate incriminate
    blacklist penalise chastise admonish upbraid vilify demonise demonize excoriate flay lampoon jeer dismiss overrule
    strip revoke rescind nullify veto override thwart stymie foil frustrate derail`,
  // Good for the one it is done to.
  praises: `praise laud applaud hail commend compliment congratulate salute thank honour honor credit celebrate admire
    adore love like respect revere cherish appreciate welcome endorse back support champion favour favor prefer trust
    recommend upgrade reward award crown elect reelect appoint promote pick choose:chose,chosen name acquit exonerate clear
    vindicate absolve pardon forgive:forgave,forgiven free release rescue save help assist aid boost lift buoy bolster
    strengthen propel cheer encourage inspire reassure comfort defend protect embrace trumpet tout extol idolise
    worship nominate decorate acclaim approve authorise authorize permit allow clear exempt reinstate rehabilitate fund
    invest acquire woo court befriend toast cheer memorialise commemorate enshrine`,
  rises: `rise:rose,risen surge soar jump climb gain rally spike leap advance increase grow:grew,grown expand double triple
    quadruple swell accelerate strengthen firm zoom skyrocket rocket balloon rebound recover spurt add edge inch tick
    mount escalate heighten widen lift raise hike boost up pop vault extend scale breakout multiply`,
  falls: `fall:fell,fallen drop decline slip slide:slid tumble plunge plummet sink:sank,sunk dip dive slump crash tank skid shed
    lose:lost,losing ease soften weaken shrink:shrank,shrunk contract narrow slow decrease reduce cut:cutting slash lower trim
    halve retreat retrace crack correct crumble erode dwindle melt wane cool tighten shave pare sag droop nosedive
    crater depreciate languish underperform settle end`,
  launches: `launch unveil introduce debut release reveal showcase announce roll premiere open start begin:began,begun
    build:built create develop design invent test trial pilot patent partner team collaborate ally
    invest hire recruit expand enter win bag secure clinch land sign ink commission inaugurate upgrade revamp redesign`,
  trades: `buy:bought acquire purchase sell:sold divest offload merge bid offer eye mull consider explore weigh plan propose
    seek:sought pursue raise issue list float spin borrow lend:lent pay:paid repay settle agree negotiate discuss
    meet:met talk visit attend speak:spoke,spoken host hold:held keep:kept remain stay maintain reiterate reaffirm retain
    report post register book clock declare set expect forecast estimate see:saw,seen`,
  says: `say:said tell:told note add explain state write:wrote,written ask reply:replied,replies respond argue insist contend maintain suggest
    observe remark comment mention describe recall claim believe think:thought,thinking feel:felt know:knew,known testify:testified,testifies
    predict acknowledge concede tweet post declare announce recount stress emphasise emphasize assert warn caution`,
  stops: `avoid prevent avert stop end halt prohibit dodge escape evade overcome defeat fight combat tackle resolve solve fix
    settle address curb curtail limit reduce lower ease cut:cutting eliminate eradicate remove dismiss reject withdraw drop
    deny disprove`,
  lacks: `lack need require miss`,
  increases: `increase raise boost lift hike up add push drive:drove,driven fuel expand double improve widen grow`,
}

export const nouns: Readonly<Record<string, string>> = {
  wrongdoing: `scandal crime corruption fraud abuse assault harassment rape murder killing massacre genocide atrocity torture
    violence brutality cruelty racism sexism bigotry hatred antisemitism xenophobia misogyny lie falsehood deceit
    deception dishonesty hypocrisy treason betrayal theft robbery bribery bribe graft embezzlement extortion collusion
    conspiracy plot misconduct malpractice negligence wrongdoing violation breach offence offense felony misdemeanor
     coverup obstruction perjury plagiarism bullying slur insult attack terrorism terrorist terror extremist
    extremism supremacist supremacy nazi fascist fascism dictator tyrant tyranny thug criminal crook liar cheat fraudster
    felon murderer killer rapist predator gunman shooter suspect culprit villain monster bully racist bigot sexist
    hypocrite traitor coward loser idiot fool moron disgrace shame embarrassment mockery joke farce sham scam con
    hoax ruse ploy stunt smear hack hacker hacking leak spill pollution contamination discrimination
    exploitation manipulation cartel laundering evasion insider`,
  legal: `lawsuit suit litigation complaint charge indictment conviction verdict sentence prison jail arrest warrant
    subpoena probe investigation inquiry inquest hearing trial court judge jury prosecutor settlement fine penalty
    sanction injunction ban summons impeachment testimony plea guilty defendant antitrust regulator tribunal appeal
    affidavit raid custody bail parole probation allegation accusation claim`,
  trouble: `crisis disaster catastrophe tragedy calamity debacle fiasco mess chaos turmoil trouble problem issue concern worry
    fear threat danger risk hazard setback blow defeat failure flop loss damage harm injury death fatality casualty victim
    accident crash collision explosion fire outage disruption delay shortage recall defect flaw fault bug glitch
    error mistake blunder gaffe misstep shortcoming weakness doubt uncertainty controversy backlash outcry uproar furore
    furor protest strike walkout boycott dispute row feud clash conflict fight battle war tension anger outrage fury
    criticism condemnation blame skepticism scepticism pressure headwind headache woe pain struggle hardship difficulty
    bankruptcy insolvency default collapse downfall demise exit resignation departure ouster layoff redundancy closure
    shutdown downgrade warning alert pessimism gloom despair panic selloff rout slump meltdown downturn recession
    contraction drag pitfall stigma nightmare shock worst storm victimhood disease illness cancer outbreak
    bleeding vulnerability breach loophole deadlock impasse gridlock stalemate`,
  success: `success victory win triumph achievement accomplishment milestone breakthrough record gain growth recovery rebound
    rally boom surge improvement progress advance advantage edge lead strength benefit reward award prize honour honor
    medal trophy praise acclaim applause ovation tribute recognition support endorsement backing approval confidence
    trust optimism hope faith enthusiasm excitement joy pride happiness love admiration respect gratitude generosity
    kindness compassion courage bravery integrity honesty wisdom talent genius skill expertise hero heroine champion
    legend icon star leader pioneer visionary winner favourite favorite friend ally partner asset opportunity
    potential boost upside tailwind momentum dividend bonus buyback peace harmony unity reconciliation freedom
    justice solution innovation charity donation philanthropy upgrade bargain turnaround comeback relief
    popularity blockbuster hit bestseller blessing gift treasure mentor philanthropist`,
  goodAmount: `profit revenue sale income earning output production demand growth margin share order subscriber
    customer user traffic traction turnover ebitda pat net value valuation return dividend cash surplus job employment wage
    salary productivity approval rating poll popularity lead capacity volume deposit asset`,
  badAmount: `loss debt cost expense deficit inflation unemployment tax crime death emission waste npa npas provision
    liability churn shortfall attrition charge fee burden delinquency outflow vacancy tension fear`,
  deal: `deal merger acquisition takeover buyout bid offer stake partnership alliance venture agreement contract order 
    pact ipo listing issue bond funding investment fund`,
  analyst: `rating target outperform underperform overweight underweight neutral analyst
    brokerage broker recommendation estimate forecast outlook guidance consensus note`,
  product: `product device phone smartphone tablet app service feature version update model car sedan suv console game movie
    film series show release launch debut review price plan store website platform software browser chip drug vaccine
    treatment therapy flight route plane aircraft menu recipe`,
}

export const adjectives: Readonly<Record<string, string>> = {
  good: `good better best great greatest excellent outstanding superb wonderful terrific fantastic amazing incredible awesome
    brilliant impressive remarkable exceptional extraordinary magnificent marvellous splendid perfect ideal fine nice lovely
    beautiful elegant stunning gorgeous strong stronger strongest robust solid healthy sound stable steady resilient safe
    secure reliable trustworthy honest decent fair just wise smart clever intelligent talented skilled gifted capable
    competent effective efficient productive successful prosperous profitable lucrative valuable worthy popular beloved
    admired respected acclaimed renowned celebrated famous favourite favorite heroic brave courageous fearless bold tough
    generous kind compassionate caring gracious thoughtful warm friendly polite humble loyal faithful devoted dedicated
    committed passionate enthusiastic optimistic hopeful confident proud happy glad pleased delighted thrilled excited
    grateful thankful positive upbeat bullish promising encouraging attractive appealing compelling exciting innovative
    revolutionary groundbreaking fresh clean bright cheap affordable undervalued favourable favorable constructive helpful
    useful beneficial healthy rich wealthy leading premier historic landmark inspiring inspirational
    inspired legendary iconic charismatic charming funny hilarious witty likeable likable articulate eloquent experienced
    seasoned qualified principled moderate pragmatic reasonable sensible rational calm cool competitive dominant
    superior unmatched unbeatable irresistible eager buoyant cheerful sincere righteous victorious
    accomplished adept adored upstanding hardworking tireless prudent sustainable renewable green`,
  bad: `bad worse worst terrible horrible awful dreadful appalling atrocious disgusting disgraceful shameful shameless
    despicable deplorable reprehensible outrageous offensive vile vicious cruel brutal savage ruthless evil wicked sinister
    corrupt crooked dishonest deceitful deceptive misleading false fake bogus phony fraudulent illegal unlawful illicit
    criminal guilty unconstitutional unethical immoral improper inappropriate unacceptable irresponsible reckless negligent
    careless incompetent inept clueless ignorant stupid dumb foolish idiotic silly absurd ridiculous laughable pathetic
    weak weaker weakest feeble poor poorer poorest sluggish slow soft dull dismal grim bleak gloomy dire sour
    disappointing underwhelming lackluster lacklustre mediocre inferior faulty defective flawed broken unsafe dangerous
    deadly lethal fatal toxic poisonous harmful risky volatile unstable unreliable vulnerable fragile shaky troubled
    embattled beleaguered disgraced controversial divisive unpopular hated despised reviled infamous
    notorious hostile aggressive angry furious enraged bitter hateful racist sexist bigoted homophobic xenophobic
    misogynistic extremist extreme radical fanatical fascist authoritarian autocratic tyrannical violent abusive arrogant
    rude selfish greedy petty vindictive narcissistic erratic unhinged deranged crazy insane mad unfit
    unqualified inexperienced unprepared desperate hopeless helpless miserable sad unhappy upset disappointed frustrated
    worried concerned afraid scared nervous anxious wary skeptical sceptical doubtful negative pessimistic bearish cautious
    downbeat expensive overvalued overpriced costly unfair unjust biased partisan hypocritical cynical disastrous
    catastrophic tragic devastating painful harsh severe serious alarming disturbing troubling worrying worrisome scary
    chilling shocking horrifying unfortunate unlucky failed failing struggling ailing bankrupt insolvent dead sick ill
    ugly nasty dirty filthy rotten stale outdated obsolete useless worthless pointless futile baseless unfounded wrong
    mistaken incorrect inaccurate untrue evasive secretive opaque shady suspicious dubious questionable alleged
    polarizing inflammatory incendiary derogatory demeaning lewd vulgar obscene illegitimate unpatriotic
     heartless callous cowardly spineless lazy impulsive unpredictable chaotic messy sloppy tainted tarnished
      lame bloody murderous rogue bloated choppy subdued muted tepid lukewarm oversold overbought
    stretched distressed stressed `,
  up: `higher high up above record peak upper upward highest green bullish strong firm positive`,
  down: `lower low down below bottom lowest downward red bearish weak negative flat rangebound sideways mixed
    unchanged`,
}

/** Words of grammar and of tone; each stands for itself in the kind. */
export const others: Readonly<Record<string, string>> = {
  // Finer kinds, forms written out: words of opinion, politics and markets that the verbs and nouns above leave open.
  virtue: `dignity dignified passion sacrifice sacrifices sacrificed patriot patriotism patriotic humility moral morals
    legitimate legitimacy credible credibility sincere sincerely compelling constructive respectful respectfully appreciation
    appreciated caring cared cares supportive spirited humane humanitarian blessed thoughtful heartfelt tribute tributes
    fearlessly staunch steadfast stellar tremendous beautifully gem gems exemplary noble nobly trailblazer trailblazing
    mentor selfless selflessly dedication devotion decency gentleman civility courtesy empathy sympathetic sympathy
    persuasive eloquently credentials qualifications competence integrity principles principled truthful truth candid
    candor convincing vindicated vindication deserves deserve deserved deserving honored honoured esteemed revered pure
    genuine genuinely authentic innocent innocence safe safer comfortable vibrant energetic powerful popularity praised
    remarkable unique extraordinary special phenomenal superbly fond fondly warmly embrace embraced welcomed
    wonder wonders smoothly success helped helping helps help heroically survivor survivors`,
  vice: `scandalous bizarre weird disturbing lies lied lying liar falsely false misleading misled alleged allegedly accused
    accusing accuser accusers improperly inappropriate inappropriately harassing harasser abuser abused misconduct misused
    misuse hush secretive secretly coup meddling meddled interference tampering colluding collusion obstructing obstructed
    corruptly racially nepotism cronyism demagogue demagoguery strongman bullying bullied insulting insulted crude vulgar
    profane offended offending hateful rants rant tirade tirades screamed yelled shouted erratic unfit impulsive reckless
    recklessly blatant blatantly wrongly wrong shady sleazy creepy lewd groping groped grab grabbed predatory propaganda
    hypocrite hypocrites hypocritical cynically ruthless ruthlessly treason treasonous illegal illegally unlawful
    unlawfully unconstitutional contempt disdain arrogance arrogant smug ego corrupt rotten shameful shame
    shamed humiliation humiliating humiliated embarrassing embarrassed botched bungled flawed mistakes mistake failings
    ineffective incapable inability unable incompetence inexperience absent ignorance ignorant clueless baseless unfounded
    debunked discredited conspiracy conspiracies fringe extremists nationalist nationalists 
    supremacists radical radicals regime brutal brutally murderous murdered slain killed killing dictatorial dictators
    warlord jihad jihadist militants militant threatening menace menacing evil villain vindictive revenge retaliation
    retaliate retaliated spy spying espionage ponzi defaulter defaulters defrauded fugitive convict convicted felon
    indicted sentenced jailed imprisoned detained arrested culpable complicit blame blamed blaming fault guilty`,
  anger: `angered angry anger furious outrage outraged outrageous upset ire irked frustrated frustration annoyed incensed
    enraged disgust disgusted dismay dismayed alarmed alarm worried worry worrying concern concerned concerns fear fears
    feared afraid anxiety anxious nervous uneasy uncomfortable scared stunned shocked shocking shock horrified appalled
    disappointed disappointing disappointment disheartened saddened sad hurt regret regrets regretted sorry apology
    apologies apologized apologised grievance grievances resentment hostility hostile backlash protest protests protested
    protesters protesting demonstrators jeers booed boos boo heckled chants chanted`,
  attack: `scathing harsh harshest sharp blistering withering fierce fiercely slammed ripped blasted bashed trashed mocked
    ridiculed derided assailed lashed denounced condemned condemnation rebuke rebuked repudiated repudiation rejected
    rejection rejects disputed disputes contradicted contradicts questioned doubts doubted skeptical critics critic critical
    criticism criticisms criticized criticised criticizing detractors foes foe enemies enemy opponents opponent adversary
    rivals rival attacks attacked attacking smears smeared swipe swipes jab jabs taunts taunted feud feuding spat clash
    clashed confronted confrontation challenged challenges challenger pressed pressure pressured scrutiny grilled
    embattled besieged beleaguered troubled`,
  power: `elected reelected nominee nomination frontrunner leading leads led won wins winning victory
    landslide momentum surging endorsed endorsement endorsements backing popular favorability approval delegates supporters
    fans crowd crowds cheers cheered cheering applause applauded ovation rally rallied triumphant
    triumphed prevailed historic `,
  losing: `lost loses losing loss defeated defeat trailing trails behind dropped dropping quit quits resign resigned resigns
    resignation stepped ousted fired firing dismissed removed removal replaced withdraw withdrew unpopular plummeted
    plunged collapsed sinking fading flailing faltered floundering stalled setback setbacks blow troubles doomed
    hopeless struggling struggles struggled failed failing failure failures unsuccessful unsuccessfully`,
  probe: `investigators investigation investigations investigating investigated probe probes subpoena subpoenaed subpoenas
    testimony testify testified witness witnesses indictment indictments charges charged prosecutors prosecutor prosecution
    allegations allegation accusations accusation lawsuit lawsuits sued suing counsel raid raided warrant
    evidence recused recuse impeach impeachment impeached ethics violation violations violated emails server classified
    leaked leak leaks dossier`,
  peace: `agreement accord peace talks dialogue compromise bipartisan cooperation cooperate cooperated reconcile united unity
    unite together alliance allies ally partnership friend friends friendship relationship ties commitment committed
    promise promised pledged pledge vow vowed solution solutions resolve reforms reform relief`,
  death: `died dies dead death deaths killed funeral eulogy mourning mourn mourned memorial cancer illness surgery hospital
    hospitalized injured wounded victim victims suffered suffering tragedy tragic grief`,
  marketUp: `uptrend upmove bullish bulls breakout uptick upswing reclaims reclaimed regains regain inflows inflow steadies
    spurts rebounds gainer gainers outperformers multibaggers rerating buyback bonus festive appetite oversubscribed
    subscribed profitability robust stellar cheaper revives revival turnaround recoups extends snaps nears touches tops
    crosses scales allots bags wins inks clears nod approval approves okays picks unlock attractive firmer strengthens
    appreciates improves improve improved expands adds lifts fillip buoyant upbeat cheers cheer cheered`,
  marketDown: `downtrend downmove bearish bears pullback outflows outflow oversupply choppy jitters jittery nervous volatile
    slowdown losers loser overhang overvalued unwinding pressure drags drag dent dents hit hits hurts woes
    tumbles cracks crack slumps shed sheds pares sinks tanks plunges retreats muted subdued sluggish tepid lacklustre weak
    weakness weaken weakens weaker bleeds stress stressed defaults downgrade downgraded downgrades cuts slashes lowers
    trims penalty fined fine insolvency delist scam avoid underperform underperformer costlier stretched
    caution cautious wary concern concerns correction corrects corrective`,
  office: `president senator senators sen congressman congresswoman rep representative governor gov mayor minister secretary
    chairman chairwoman chair director chief officer official officials spokesman spokeswoman candidate candidates nominee
    ambassador judge justice justices lawmaker lawmakers lawyer attorney aide aides adviser advisor staffer deputy general
    commissioner commander leader leaders executive manager head ceo cfo founder analyst professor doctor reporter host`,
  family: `wife husband son daughter mother father parents family families brother sister children child kids girl boy
    couple baby grandmother married marriage wedding born birthday friend girlfriend boyfriend`,
  kindness: `helped helping helps rescued saved donated gave given offered offers comforted consoled listened listens
    understands understood heard hugged supported supports encourages encouraged inspired inspires taught protects
    protected protecting defends defended defending championed fights fought stood served serves serving sacrificed
    volunteered contributed hired employs restored rebuilt improved improving healing united unites empowered empowers
    liberated freed deserves grateful appreciated`,
  violence: `shooting shootings shot gunfire gunman bomb bombing bombings blast explosion attack attacks raid raids war wars
    invasion invaded missile missiles strike airstrike airstrikes fired killing killings murder murders murdered stabbed
    beating beaten assault assaulted rape raped violence violent violently militants rebels troops weapons weapon gun guns
    ammunition hostage hostages captured kidnapped torture tortured genocide massacre carnage destruction destroyed
    nuclear chemical terror terrorist terrorists terrorism`,
  crime: `crime crimes criminal criminals theft fraud bribery bribes laundering smuggling trafficking drug drugs cartel gang
    gangs prison jail jailed sentenced convicted guilty arrested arrest arrests charged indicted custody detained suspect
    suspects murderer killer thug thugs felony misdemeanor embezzlement perjury hush payoff payoffs extortion`,
  prejudice: `racist racism racial racially sexist sexism misogynist bigot bigotry homophobic islamophobic xenophobic
     antisemitic nazi nazis hate hatred supremacist supremacists kkk slur slurs derogatory demeaning
    discriminate discrimination discriminated segregation apartheid stereotype stereotypes`,
  scandal: `scandal scandals controversy controversies controversial affair affairs harassment misconduct allegations
    accusations accuser accusers coverup leaked leak leaks hacked hacking emails email server dossier hush
    plagiarism nepotism conflict conflicts impeachment impeach obstruction collusion meddling interference russia probe
    ethics violation violations investigation investigations resign resignation ousted fired`,
  falsehood: `false falsely lie lies lied lying liar misleading misled mislead untrue inaccurate wrong wrongly fake hoax
    conspiracy theories baseless unfounded unproven debunked exaggerated exaggerate distorted distort fabricated
    contradicted inconsistent hypocrisy hypocrite dishonest deceptive deceived propaganda disinformation claim claimed
    claims claiming supposedly purported `,
  doubt: `doubt doubts doubtful doubted questioned questions question unclear uncertain uncertainty unsure skeptical
    skepticism sceptical concern concerns concerned worry worries worried fear fears feared risk risks risky unlikely
    unprepared unproven unqualified unable struggling struggles struggle fail fails failed failing`,
  blunt: `stupid dumb idiot idiotic moron fool foolish crazy insane lunatic nuts clown joke pathetic loser losers weak
    lazy coward cowardly disgusting disgrace disgraceful horrible terrible awful worst nasty ugly evil sick mad dangerous
    reckless irresponsible incompetent corrupt crooked phony fraud shameful ridiculous absurd laughable outrageous
    despicable deplorable vile`,
  warm: `love loved loves beloved dear great greatest best better amazing wonderful fantastic incredible brilliant
    beautiful tremendous terrific perfect excellent outstanding remarkable impressive admirable strong strongest smart
    tough brave bravely honest decent kind nice good gracious generous inspiring proud pride honored thrilled excited happy
    glad pleased delighted fun enjoy enjoyed favorite popular respected admired praised hero heroes heroic legend
    legendary icon iconic champion winner talented gifted successful effective`,
  wins: `win wins won winning winner victory victories triumph beat beats defeated ahead lead leads leading led surge surging
    momentum comeback landslide endorsed endorses endorsement endorsements backing backed backs supporters support
    popular popularity frontrunner favorite nomination nominated elected reelected majority polls`,
  loses: `lose loses lost losing loser defeat defeated trailing trails behind dropped drop drops fell falling fallen slipping
    slipped sinking collapse collapsed unpopular struggling struggled faltering stalled quit quits withdrew ended suspended
    rejected ousted unseated`,
  recommends: `buy accumulate add pick picks bet bets positive bullish upside good great attractive preferred prefer prefers
    favourite like likes outperform outperformer multibagger multibaggers go long invest comfortable confident hopeful
    optimistic potential opportunity opportunities quality undervalued cheap cheaper top best better promising headroom
    target targets rerating`,
  advisesAgainst: `sell avoid exit short bearish negative overvalued expensive costly cautious caution wary worried steep
    stretched unattractive downside resistance peaked trap risky weak weakness correction underperform underperformer
    not stay away trim reduce book profits`,
  market: `nifty sensex index stocks shares stock share market markets bourses equity equities rupee dollar yen euro gold
    silver crude oil copper futures bonds gilts yields cap mid small fund funds ipo qip issue stake bourse`,
  bigMove: `record lifetime week month year high highs low lows peak bottom circuit limit cr crore lakh
    bn mn billion million pc per cent points percent`,
  quiet: `steady steadies flat unchanged rangebound mixed consolidate consolidation sideways hovers await
    awaits ahead eyes mulls plans plan likely may seeks considers looks proposes meet meets meeting announces names
    appoints appointed joins hires ceo schedule scheduled date details preview live updates update interview video photos`,
  quote: `says said told tells added adding noted wrote writes according spokesman spokeswoman statement asked replied
    explained testified interview tweeted tweet posted announced reporters quoted remarked recalled insisted argued`,
  negator: `not no never n't cannot neither nor none nobody nothing nowhere without hardly barely scarcely rarely seldom
    don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't ain't
    mustn't needn't dont doesnt didnt cant wont unable unlikely nope far lacks lacking fails failed failing refuses refused
    denies denied deny stop stops stopped ends ended rejects rejected dismisses avoid avoids avoided less least`,
  intensifier: `very really extremely highly incredibly absolutely totally completely utterly deeply strongly sharply
    significantly substantially massively hugely most more much so too such especially particularly truly heavily badly
    seriously severely big biggest huge massive sharp steep major`,
  weakener: `slightly somewhat marginally modestly little fairly rather partly partially mostly relatively almost
    nearly marginal modest slight small minor`,
  contrast: `but however although though despite yet nevertheless nonetheless while whereas instead unlike except still
    even`,
  modal: `may might could would should can will must likely perhaps possibly probably maybe if unless whether`,
  buy: `buy accumulate overweight outperform buys bullish long multibagger add accumulating bet bets
     picks undervalued upside`,
  sell: `sell avoid underweight underperform bearish short exit sells book downside overvalued resistance trim`,
  hold: `hold neutral wait watch range cautious rangebound steady flat unchanged mixed quiet`,
  source: `says said according via reports quotes poll survey index pmi expert experts analyst analysts securities capital
    broking brokerage research advisors ceo cfo md chairman strategist economist economists`,
  female: `she her hers herself`,
  male: `he him his himself`,
  selfish: `i me my mine myself we us our ours ourselves`,
  they: `they them their theirs themselves it its itself who whom whose`,
}

/**
 * Given and family names that are common in the Americas and in Western and Central Europe, typed from common
 * knowledge. Most of them are rare on the lists, so word counts alone would rate them as distinctive; but a match with
 * one of them says little about who is meant.
 */
const names = `
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew joshua
  kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin
  samuel gregory alexander frank patrick raymond jack dennis jerry tyler aaron jose adam nathan henry douglas zachary peter kyle ethan walter noah
  jeremy christian keith roger terry gerald harold sean austin carl arthur lawrence dylan jesse jordan bryan billy joe bruce gabriel logan albert
  willie alan juan wayne elijah randy roy vincent ralph eugene russell bobby mason philip louis martin gilbert oscar victor simon lucas max felix
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol
  amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha
  katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan
  evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia judy
  sophia grace denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori claire lucy eva
  carlos luis jorge pedro manuel francisco antonio miguel rafael fernando javier alejandro ricardo eduardo roberto mario sergio alberto raul enrique
  diego pablo andres oscar hector cesar ramon julio gerardo arturo guillermo marcos felipe ivan ernesto rodrigo gustavo emilio ignacio hugo nicolas
  ana carmen isabel rosa pilar lucia paula cristina elena beatriz silvia monica veronica gabriela adriana claudia daniela mariana camila valentina
  sofia natalia carolina lorena susana yolanda alicia esther ines irene luisa raquel sonia marta patricia alejandra fernanda juana joaquin joaquina
  pierre michel philippe alain bernard jacques francois laurent nicolas olivier pascal thierry vincent julien antoine guillaume louis henri marc luc
  nathalie isabelle sylvie catherine francoise valerie sandrine veronique sophie camille chloe manon lea juliette
  hans peter klaus wolfgang jurgen dieter manfred uwe horst gunter werner stefan andreas thomas markus tobias sebastian florian jan tim jonas lukas otto
  ursula monika petra sabine renate helga karin brigitte ingrid erika birgit heike silke anja katja lena
  giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele marco andrea luca matteo
  lorenzo alessandro roberto stefano giulia chiara francesca sara martina valentina alessia elisa giorgia federica silvia
  joao jose paulo pedro lucas marcos luiz rafael bruno thiago tiago andre ricardo rui nuno miguel vitor ana beatriz mariana larissa leticia juliana
  jan piotr krzysztof andrzej tomasz pawel marcin michal marek grzegorz jozef lukasz adam katarzyna malgorzata agnieszka barbara ewa krystyna
  lars erik nils anders johan karl per olof ole jens henrik niels soren anna karin eva kristina birgitta maja ida
  smith johnson williams brown jones miller davis wilson anderson taylor thomas jackson white harris martin thompson moore young allen king wright
  scott hill green adams baker nelson carter mitchell roberts turner phillips campbell parker evans edwards collins stewart morris rogers reed cook
  morgan bell murphy bailey cooper richardson cox howard ward peterson gray watson brooks kelly sanders price bennett wood barnes ross henderson
  coleman jenkins perry powell long patterson hughes washington butler simmons foster bryant alexander russell griffin hayes myers ford hamilton graham
  sullivan wallace woods cole west owens reynolds fisher ellis harrison gibson mcdonald cruz marshall murray freeman wells webb simpson stevens
  tucker porter hunter hicks crawford henry boyd mason kennedy warren dixon burns gordon shaw holmes rice robertson hunt black palmer mills clark
  lewis lee walker hall robinson clay joseph gill diana vincent raymond gilbert francis george ryan
  garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres flores rivera gomez diaz reyes morales ortiz gutierrez chavez ramos
  ruiz alvarez mendoza vasquez vazquez castillo jimenez moreno romero herrera medina aguilar vargas castro fernandez guzman munoz salazar garza soto
  alvarado delgado pena rios mejia sandoval ortega guerrero estrada nunez valdez luna santiago acosta marquez dominguez silva maldonado rojas cortez
  contreras molina suarez leon ibarra navarro blanco serrano montero sosa cabrera campos duarte beltran duran ochoa vega cardenas carrillo espinoza
  santos oliveira souza sousa lima pereira ferreira costa rodrigues almeida nascimento alves carvalho araujo ribeiro barbosa rocha dias gomes
  martins lopes fernandes goncalves marques teixeira correia mendes nunes soares vieira monteiro cardoso pinto moreira cunha barros
  muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann schafer koch bauer richter klein wolf schroder neumann schwarz zimmermann
  braun hofmann hartmann lange schmitt werner krause meier lehmann schmid schulze maier kohler herrmann walter konig mayer huber kaiser fuchs peters lang
  dubois durand leroy moreau simon laurent lefebvre michel garcia bertrand roux vincent fournier morel girard andre mercier dupont lambert bonnet
  rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti costa mancini rizzo lombardi moretti
  hansen johansen olsen larsen andersen pedersen nilsen kristiansen jensen karlsen berg johansson andersson karlsson nilsson eriksson olsson persson
  nowak kowalski wisniewski wojcik kaminski lewandowski novak horvat kovac popescu ionescu popa nagy kovacs toth szabo ivanova petrova jansen
`
export const commonNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/))

/** The most that a person's name of this table weighs. */
export const commonNameWeight = 0.62

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> (owner)</source>
        <translation> (Eigentümer)</translation>
    </message>
    <message>
        <source> (you)</source>
        <translation> (du)</translation>
    </message>
    <message>
        <source> and {count} more</source>
        <translation> und {count} weitere</translation>
    </message>
    <message>
        <source> via </source>
        <translation> über </translation>
    </message>
    <message numerus="yes">
        <source>%n are in this folder already.</source>
        <translation>
            <numerusform>%Ln ist schon in diesem Ordner.</numerusform>
            <numerusform>%Ln sind schon in diesem Ordner.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ask to be renewed</source>
        <translation>
            <numerusform>%Ln bittet um Erneuerung</numerusform>
            <numerusform>%Ln bitten um Erneuerung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%Ln Block</numerusform>
            <numerusform>%Ln Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%Ln Byte</numerusform>
            <numerusform>%Ln Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chosen, {size}</source>
        <translation>
            <numerusform>%Ln ausgewählt, {size}</numerusform>
            <numerusform>%Ln ausgewählt, {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>%Ln verbunden</numerusform>
            <numerusform>%Ln verbunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>%Ln Tag</numerusform>
            <numerusform>%Ln Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files added. They are shared as soon as they are read.</source>
        <translation>
            <numerusform>%Ln Datei hinzugefügt. Sie wird geteilt, sobald sie gelesen ist.</numerusform>
            <numerusform>%Ln Dateien hinzugefügt. Sie werden geteilt, sobald sie gelesen sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files are attached and not sent. Words that you began are kept; files are not, and would have to be attached again.</source>
        <translation>
            <numerusform>%Ln Datei ist angehängt und nicht gesendet. Begonnene Worte bleiben erhalten, Dateien nicht: Sie wäre neu anzuhängen.</numerusform>
            <numerusform>%Ln Dateien sind angehängt und nicht gesendet. Begonnene Worte bleiben erhalten, Dateien nicht: Sie wären neu anzuhängen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files are not sent.</source>
        <translation>
            <numerusform>%Ln Datei wird nicht gesendet.</numerusform>
            <numerusform>%Ln Dateien werden nicht gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files saved in {folder}</source>
        <translation>
            <numerusform>%Ln Datei in {folder} gespeichert</numerusform>
            <numerusform>%Ln Dateien in {folder} gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <translation>
            <numerusform>%Ln Stunde</numerusform>
            <numerusform>%Ln Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n known addresses did not answer. {address}: {reason}</source>
        <translation>
            <numerusform>Die eine bekannte Adresse hat nicht geantwortet. {address}: {reason}</numerusform>
            <numerusform>%Ln bekannte Adressen haben nicht geantwortet. {address}: {reason}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links were left out.</source>
        <translation>
            <numerusform>%Ln Verknüpfung wurde ausgelassen.</numerusform>
            <numerusform>%Ln Verknüpfungen wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <comment>of a channel</comment>
        <translation>
            <numerusform>%Ln Mitglied</numerusform>
            <numerusform>%Ln Mitglieder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members online</source>
        <translation>
            <numerusform>%Ln Mitglied online</numerusform>
            <numerusform>%Ln Mitglieder online</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members seen so far</source>
        <translation>
            <numerusform>Bisher %Ln Mitglied gesehen</numerusform>
            <numerusform>Bisher %Ln Mitglieder gesehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members whom you let in may not write here much longer.</source>
        <translation>
            <numerusform>Ein Mitglied, das du eingeladen hast, darf hier nicht mehr lange schreiben.</numerusform>
            <numerusform>%Ln Mitglieder, die du eingeladen hast, dürfen hier nicht mehr lange schreiben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mentions</source>
        <translation>
            <numerusform>%Ln Erwähnung</numerusform>
            <numerusform>%Ln Erwähnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>%Ln Nachricht</numerusform>
            <numerusform>%Ln Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages are counted in this report.</source>
        <translation>
            <numerusform>%Ln Nachricht ist in diesem Bericht gezählt.</numerusform>
            <numerusform>%Ln Nachrichten sind in diesem Bericht gezählt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages here</source>
        <translation>
            <numerusform>%Ln Nachricht hier</numerusform>
            <numerusform>%Ln Nachrichten hier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages of {name}. {hidden}</source>
        <translation>
            <numerusform>%Ln Nachricht von {name}. {hidden}</numerusform>
            <numerusform>%Ln Nachrichten von {name}. {hidden}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages so far. There was no time to look through all.</source>
        <translation>
            <numerusform>Bisher %Ln Nachricht. Die Zeit reichte nicht, um alle durchzusehen.</numerusform>
            <numerusform>Bisher %Ln Nachrichten. Die Zeit reichte nicht, um alle durchzusehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages so far. {end}</source>
        <translation>
            <numerusform>Bisher %Ln Nachricht. {end}</numerusform>
            <numerusform>Bisher %Ln Nachrichten. {end}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages were exported.</source>
        <translation>
            <numerusform>%Ln Nachricht wurde exportiert.</numerusform>
            <numerusform>%Ln Nachrichten wurden exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%Ln Minute</numerusform>
            <numerusform>%Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more wait.</source>
        <translation>
            <numerusform>%Ln weitere Anfrage wartet.</numerusform>
            <numerusform>%Ln weitere Anfragen warten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more: each is shown here once another is put back.</source>
        <translation>
            <numerusform>%n weiterer: er erscheint hier, sobald ein anderer wieder aufgenommen ist.</numerusform>
            <numerusform>%n weitere: sie erscheinen hier, sobald andere wieder aufgenommen sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more: open them under “Members”.</source>
        <translation>
            <numerusform>%n weitere: öffne sie unter „Mitglieder“.</numerusform>
            <numerusform>%n weitere: öffne sie unter „Mitglieder“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new posts in {channel}</source>
        <translation>
            <numerusform>%Ln neue Nachricht in {channel}</numerusform>
            <numerusform>%Ln neue Nachrichten in {channel}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new posts in {channel}, also to you</source>
        <translation>
            <numerusform>%Ln neue Nachricht in {channel}, auch an dich</numerusform>
            <numerusform>%Ln neue Nachrichten in {channel}, auch an dich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them have names that no computer should write: they are listed as refused.</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln davon hat einen Namen, den kein Computer schreiben sollte: Sie steht als abgelehnt in der Liste.</numerusform>
            <numerusform>%Ln davon haben Namen, die kein Computer schreiben sollte: Sie stehen als abgelehnt in der Liste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them online</source>
        <comment>members</comment>
        <translation>
            <numerusform>davon %Ln online</numerusform>
            <numerusform>davon %Ln online</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them to you</source>
        <comment>unread messages</comment>
        <translation>
            <numerusform>%Ln davon an dich</numerusform>
            <numerusform>%Ln davon an dich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others have all of it</source>
        <translation>
            <numerusform>%Ln anderer hat alles davon</numerusform>
            <numerusform>%Ln andere haben alles davon</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n peers connected</source>
        <translation>
            <numerusform>%Ln Gegenstelle verbunden</numerusform>
            <numerusform>%Ln Gegenstellen verbunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n posts received so far</source>
        <translation>
            <numerusform>Bisher %Ln Nachricht erhalten</numerusform>
            <numerusform>Bisher %Ln Nachrichten erhalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%Ln Sekunde</numerusform>
            <numerusform>%Ln Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n things in it are left out:</source>
        <translation>
            <numerusform>%Ln Sache darin wird ausgelassen:</numerusform>
            <numerusform>%Ln Dinge darin werden ausgelassen:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unread</source>
        <translation>
            <numerusform>%Ln ungelesen</numerusform>
            <numerusform>%Ln ungelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>,</source>
        <comment>between thousands</comment>
        <translation>.</translation>
    </message>
    <message>
        <source>.</source>
        <comment>before decimals</comment>
        <translation>,</translation>
    </message>
    <message>
        <source>1 comment</source>
        <translation>1 Kommentar</translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 Mitglied</translation>
    </message>
    <message>
        <source>1 older message arrived above</source>
        <translation>1 ältere Nachricht ist weiter oben eingetroffen</translation>
    </message>
    <message>
        <source>1 reaction</source>
        <translation>1 Reaktion</translation>
    </message>
    <message>
        <source>192.168.1.20:4711 or name.example:4711</source>
        <translation>192.168.1.20:4711 oder name.example:4711</translation>
    </message>
    <message>
        <source>99 days are usual</source>
        <translation>Üblich sind 99 Tage</translation>
    </message>
    <message>
        <source>@</source>
        <comment>mark of unread posts that speak to the reader</comment>
        <translation>@</translation>
    </message>
    <message>
        <source>A channel can be quieter than this: its menu in the list has a level too.</source>
        <translation>Ein Kanal kann leiser sein als hier gewählt: Auch sein Menü in der Liste hat eine Stufe.</translation>
    </message>
    <message>
        <source>A community is a group of people who hold the same secret key. It has as many channels as its members make; all of them are open to all members.</source>
        <translation>Eine Gemeinschaft ist eine Gruppe von Leuten mit demselben geheimen Schlüssel. Sie hat so viele Kanäle, wie ihre Mitglieder anlegen; alle stehen allen Mitgliedern offen.</translation>
    </message>
    <message>
        <source>A community without a name</source>
        <translation>Eine Gemeinschaft ohne Namen</translation>
    </message>
    <message>
        <source>A dataset has the texts of all its channels and feeds, or of none, and others in {detail} were written the other way.</source>
        <translation>Ein Datensatz hat die Texte aller seiner Kanäle und Feeds, oder von keinem, und andere in {detail} wurden andersherum geschrieben.</translation>
    </message>
    <message>
        <source>A dataset has the texts of all its channels and feeds, or of none.</source>
        <translation>Ein Datensatz hat die Texte aller seiner Kanäle und Feeds, oder von keinem.</translation>
    </message>
    <message>
        <source>A fault of the disk has undone this profile&apos;s last changes.</source>
        <translation>Ein Fehler der Festplatte hat die letzten Änderungen dieses Profils rückgängig gemacht.</translation>
    </message>
    <message>
        <source>A fault of the disk has undone this profile&apos;s last changes; what is left of them is kept in {detail}.</source>
        <translation>Ein Fehler der Festplatte hat die letzten Änderungen dieses Profils rückgängig gemacht; was davon übrig ist, liegt in {detail}.</translation>
    </message>
    <message>
        <source>A feed is a list that its author signs block by block, so that nobody can change what was published. Two signatures over two different lists prove that this promise was broken: by the author, by somebody who has their key, or by two copies of one profile. Tidings keeps both signatures and shows them to others who follow the feed.</source>
        <translation>Ein Feed ist eine Liste, die ihr Verfasser Block für Block unterschreibt, damit niemand ändern kann, was veröffentlicht ist. Zwei Unterschriften über zwei verschiedene Listen beweisen, dass dieses Versprechen gebrochen wurde: vom Verfasser, von jemandem, der seinen Schlüssel hat, oder von zwei Kopien eines Profils. Tidings behält beide Unterschriften und zeigt sie anderen, die dem Feed folgen.</translation>
    </message>
    <message>
        <source>A feed is what you publish: entries with text and files, in one order that nobody can change, you included. Whoever has its key can follow it and pass it on, also while you are offline.</source>
        <translation>Ein Feed ist, was du veröffentlichst: Einträge mit Text und Dateien, in einer Reihenfolge, die niemand ändern kann, auch du nicht. Wer seinen Schlüssel hat, kann ihm folgen und ihn weitergeben, auch während du offline bist.</translation>
    </message>
    <message>
        <source>A feed is written by one person and read by anyone who has its key. Bring its link, its key or its code.</source>
        <translation>Einen Feed schreibt eine Person, und lesen kann ihn, wer seinen Schlüssel hat. Bring seinen Link, seinen Schlüssel oder seinen Code her.</translation>
    </message>
    <message>
        <source>A feed of somebody else takes at most</source>
        <translation>Ein Feed von jemand anderem belegt höchstens</translation>
    </message>
    <message>
        <source>A feed that grows</source>
        <translation>Ein Feed, der wächst</translation>
    </message>
    <message>
        <source>A feed that you do not follow yet</source>
        <translation>Ein Feed, dem du noch nicht folgst</translation>
    </message>
    <message>
        <source>A feed without a name</source>
        <translation>Ein Feed ohne Namen</translation>
    </message>
    <message>
        <source>A file</source>
        <translation>Eine Datei</translation>
    </message>
    <message>
        <source>A file is not as long as its owner said, so it is not written.</source>
        <translation>Eine Datei ist nicht so lang, wie ihr Besitzer angab; sie wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>A file named “{detail}” cannot be shared, because other systems refuse it.</source>
        <translation>Eine Datei namens „{detail}“ kann nicht geteilt werden, weil andere Systeme sie ablehnen.</translation>
    </message>
    <message>
        <source>A file of that name cannot be shared, because other systems refuse it.</source>
        <translation>Eine Datei dieses Namens kann nicht geteilt werden, weil andere Systeme sie ablehnen.</translation>
    </message>
    <message>
        <source>A fixed feed cannot grow.</source>
        <translation>Ein fester Feed kann nicht wachsen.</translation>
    </message>
    <message>
        <source>A fixed feed from files</source>
        <translation>Ein fester Feed aus Dateien</translation>
    </message>
    <message>
        <source>A folder in {directory} is empty; its files are removed for nobody yet.</source>
        <translation>Ein Ordner in {directory} ist leer; seine Dateien werden noch bei niemandem entfernt.</translation>
    </message>
    <message>
        <source>A forgotten passphrase cannot be recovered: nobody else knows it.</source>
        <translation>Eine vergessene Passphrase lässt sich nicht wiederherstellen: Niemand sonst kennt sie.</translation>
    </message>
    <message>
        <source>A key alone does not say it. If nothing arrives, follow it again as another kind.</source>
        <translation>Ein Schlüssel allein sagt es nicht. Wenn nichts ankommt, folge ihm noch einmal als andere Art.</translation>
    </message>
    <message>
        <source>A key alone does not say what it opens.</source>
        <translation>Ein Schlüssel allein sagt nicht, was er öffnet.</translation>
    </message>
    <message>
        <source>A key has 64 hexadecimal digits; copy it whole.</source>
        <translation>Ein Schlüssel hat 64 hexadezimale Ziffern; kopiere ihn ganz.</translation>
    </message>
    <message>
        <source>A limit of its own</source>
        <translation>Eine eigene Grenze</translation>
    </message>
    <message>
        <source>A member cannot be removed before that date.</source>
        <translation>Vor diesem Tag kann ein Mitglied nicht entfernt werden.</translation>
    </message>
    <message>
        <source>A member cannot be removed before their right to write ends. Whoever let them in decides then whether to renew it.</source>
        <translation>Ein Mitglied kann nicht entfernt werden, bevor sein Schreibrecht endet. Wer es eingeladen hat, entscheidet dann, ob es erneuert wird.</translation>
    </message>
    <message>
        <source>A member is connected. Messages appear here as they arrive.</source>
        <translation>Ein Mitglied ist verbunden. Nachrichten erscheinen hier, sobald sie eintreffen.</translation>
    </message>
    <message>
        <source>A message in a community holds words only. To pass on files, share a folder.</source>
        <translation>Eine Nachricht in einer Gemeinschaft fasst nur Text. Um Dateien weiterzugeben, teile einen Ordner.</translation>
    </message>
    <message>
        <source>A message needs some words. To remove it, choose “Take back…” in its menu.</source>
        <translation>Eine Nachricht braucht ein paar Worte. Um sie zu entfernen, wähle „Zurückziehen …“ in ihrem Menü.</translation>
    </message>
    <message>
        <source>A message of {name}. {hidden}</source>
        <translation>Eine Nachricht von {name}. {hidden}</translation>
    </message>
    <message>
        <source>A name has 1 to {detail} printable characters.</source>
        <translation>Ein Name hat 1 bis {detail} druckbare Zeichen.</translation>
    </message>
    <message>
        <source>A page to read</source>
        <translation>Eine Seite zum Lesen</translation>
    </message>
    <message>
        <source>A page with charts (HTML)</source>
        <translation>Eine Seite mit Diagrammen (HTML)</translation>
    </message>
    <message>
        <source>A passphrase for the profile on this computer. Leave it empty to open without one; a forgotten one cannot be recovered.</source>
        <translation>Eine Passphrase für das Profil auf diesem Rechner. Lass sie leer, um ohne eine zu öffnen; eine vergessene lässt sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>A passphrase opens this profile.</source>
        <translation>Dieses Profil öffnet sich mit einer Passphrase.</translation>
    </message>
    <message>
        <source>A permission to comment</source>
        <translation>Eine Erlaubnis zu kommentieren</translation>
    </message>
    <message>
        <source>A photograph or a screenshot will do: PNG, JPEG, GIF, WebP or BMP.</source>
        <translation>Ein Foto oder ein Bildschirmfoto genügt: PNG, JPEG, GIF, WebP oder BMP.</translation>
    </message>
    <message>
        <source>A piece of a feed cannot be longer than 1 MB.</source>
        <translation>Ein Stück eines Feeds kann nicht länger als 1 MB sein.</translation>
    </message>
    <message>
        <source>A place of your own</source>
        <translation>Ein eigener Ort</translation>
    </message>
    <message>
        <source>A plain cable connection does not say which of your communities is meant.</source>
        <translation>Eine einfache cable-Verbindung sagt nicht, welche deiner Gemeinschaften gemeint ist.</translation>
    </message>
    <message>
        <source>A post in a private channel must be JSON.</source>
        <translation>Eine Nachricht in einem privaten Kanal muss JSON sein.</translation>
    </message>
    <message>
        <source>A public address needs no router&apos;s help, only firewalls that let the port through; otherwise open the port on all addresses of this computer.</source>
        <translation>Eine öffentliche Adresse braucht keine Hilfe eines Routers, nur Firewalls, die den Port durchlassen; öffne ihn sonst an allen Adressen dieses Computers.</translation>
    </message>
    <message>
        <source>A public channel can be read by everyone who has its key. Bring its link, its key or its code.</source>
        <translation>Einen öffentlichen Kanal kann jeder lesen, der seinen Schlüssel hat. Bring seinen Link, seinen Schlüssel oder seinen Code her.</translation>
    </message>
    <message>
        <source>A public channel without a name</source>
        <translation>Ein öffentlicher Kanal ohne Namen</translation>
    </message>
    <message>
        <source>A public channel: anyone who has its key can read it.</source>
        <translation>Ein öffentlicher Kanal: Wer seinen Schlüssel hat, kann ihn lesen.</translation>
    </message>
    <message>
        <source>A report is being made. It would be called off, and nothing of it kept.</source>
        <translation>Ein Bericht wird gerade gemacht. Er würde abgebrochen, und nichts bliebe davon.</translation>
    </message>
    <message>
        <source>A report is not encrypted: whoever gets it can read names and numbers. Messages that you deleted for yourself, and people whom you hide, are left out.</source>
        <translation>Ein Bericht ist nicht verschlüsselt: Wer ihn bekommt, kann Namen und Zahlen lesen. Nachrichten, die du für dich gelöscht hast, und Leute, die du ausblendest, fehlen darin.</translation>
    </message>
    <message>
        <source>A shared folder can be read by everyone who has its key. Bring its link, its key or its code.</source>
        <translation>Einen geteilten Ordner kann jeder lesen, der seinen Schlüssel hat. Bring seinen Link, seinen Schlüssel oder seinen Code her.</translation>
    </message>
    <message>
        <source>A shared folder is a list of changes that its owner signs one by one, so that nobody can change what was published. Two signatures over two different lists prove that this promise was broken: by the owner, by somebody who has their key, or by two copies of one profile. Tidings keeps both signatures and shows them to others who follow the folder.</source>
        <translation>Ein geteilter Ordner ist eine Liste von Änderungen, die ihr Besitzer eine nach der anderen unterschreibt, damit niemand ändern kann, was veröffentlicht ist. Zwei Unterschriften über zwei verschiedene Listen beweisen, dass dieses Versprechen gebrochen wurde: vom Besitzer, von jemandem, der seinen Schlüssel hat, oder von zwei Kopien eines Profils. Tidings behält beide Unterschriften und zeigt sie anderen, die dem Ordner folgen.</translation>
    </message>
    <message>
        <source>A shared folder that you have says that its contents lie there.</source>
        <translation>Ein geteilter Ordner, den du hast, gibt an, dass dort sein Inhalt liegt.</translation>
    </message>
    <message>
        <source>A shared folder without a name</source>
        <translation>Ein geteilter Ordner ohne Namen</translation>
    </message>
    <message>
        <source>A table</source>
        <translation>Eine Tabelle</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über Tidings</translation>
    </message>
    <message>
        <source>About this feed</source>
        <translation>Über diesen Feed</translation>
    </message>
    <message>
        <source>About this feed…</source>
        <translation>Über diesen Feed …</translation>
    </message>
    <message>
        <source>About this folder</source>
        <translation>Über diesen Ordner</translation>
    </message>
    <message>
        <source>About this folder…</source>
        <translation>Über diesen Ordner …</translation>
    </message>
    <message>
        <source>Accept invite</source>
        <translation>Einladung annehmen</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>Freizeit</translation>
    </message>
    <message>
        <source>Activity report</source>
        <translation>Aktivitätsbericht</translation>
    </message>
    <message>
        <source>Activity report…</source>
        <translation>Aktivitätsbericht …</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Add one below, or scan the code of somebody who is there.</source>
        <translation>Trage unten eine ein oder scanne den Code von jemandem, der da ist.</translation>
    </message>
    <message>
        <source>Add peer</source>
        <translation>Gegenstelle eintragen</translation>
    </message>
    <message>
        <source>Add some words to your reply: files cannot reply by themselves.</source>
        <translation>Schreib ein paar Worte zu deiner Antwort: Dateien allein können nicht antworten.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address from outside</source>
        <translation>Adresse von außen</translation>
    </message>
    <message>
        <source>Address of a peer</source>
        <translation>Adresse einer Gegenstelle</translation>
    </message>
    <message>
        <source>Administrator</source>
        <translation>Verwalter</translation>
    </message>
    <message>
        <source>All addresses of this computer</source>
        <translation>Alle Adressen dieses Computers</translation>
    </message>
    <message>
        <source>All channels</source>
        <translation>Alle Kanäle</translation>
    </message>
    <message>
        <source>All comments</source>
        <translation>Alle Kommentare</translation>
    </message>
    <message>
        <source>All emoji</source>
        <translation>Alle Emoji</translation>
    </message>
    <message>
        <source>All entries that we know of are here.</source>
        <translation>Alle Einträge, von denen wir wissen, sind hier.</translation>
    </message>
    <message>
        <source>All files are fetched, and changes follow as they come.</source>
        <translation>Alle Dateien werden geholt, und Änderungen folgen, wie sie kommen.</translation>
    </message>
    <message>
        <source>All files in {directory} are gone. Nothing is removed for others yet.</source>
        <translation>Alle Dateien in {directory} sind weg. Für andere wird noch nichts entfernt.</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>All keys…</source>
        <translation>Alle Tasten …</translation>
    </message>
    <message>
        <source>All known peers are being asked for news.</source>
        <translation>Alle bekannten Gegenstellen werden nach Neuem gefragt.</translation>
    </message>
    <message>
        <source>All members</source>
        <translation>Alle Mitglieder</translation>
    </message>
    <message>
        <source>All members can find it, join it and write in it. If there is one of exactly this name, you join that.</source>
        <translation>Alle Mitglieder können ihn finden, ihm beitreten und darin schreiben. Gibt es schon einen mit genau diesem Namen, trittst du diesem bei.</translation>
    </message>
    <message>
        <source>All members see it, and that you changed it. Names need not be unique: who you are is told by your key.</source>
        <translation>Alle Mitglieder sehen ihn, und dass du ihn geändert hast. Namen müssen nicht eindeutig sein: Wer du bist, sagt dein Schlüssel.</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>Alle Nachrichten</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>All of it is here. It cannot change: its key stands for exactly this content.</source>
        <translation>Alles davon ist hier. Es kann sich nicht ändern: Der Schlüssel steht für genau diesen Inhalt.</translation>
    </message>
    <message>
        <source>All of it is kept in {directory}</source>
        <translation>Alles davon liegt in {directory}</translation>
    </message>
    <message>
        <source>All of {name} is downloaded, and what is new as it comes.</source>
        <translation>Alles von {name} wird heruntergeladen, und Neues, wie es kommt.</translation>
    </message>
    <message>
        <source>Allow it in the router&apos;s settings, or forward the port there by hand.</source>
        <translation>Erlaube es in den Einstellungen des Routers, oder leite den Port dort von Hand weiter.</translation>
    </message>
    <message>
        <source>Allow it in the system&apos;s privacy settings. Or use a picture of the code, the screen, or the text instead.</source>
        <translation>Erlaube es in den Datenschutz-Einstellungen des Systems. Oder nimm ein Bild des Codes, den Bildschirm oder den Text.</translation>
    </message>
    <message>
        <source>Also erase what is here of theirs</source>
        <translation>Auch löschen, was von diesem Mitglied hier ist</translation>
    </message>
    <message>
        <source>Also for people who use cabal</source>
        <translation>Auch für Leute mit cabal</translation>
    </message>
    <message>
        <source>Always show this message</source>
        <translation>Diese Nachricht immer zeigen</translation>
    </message>
    <message>
        <source>An address is HOST:PORT or [IPV6]:PORT; a port is a number up to 65535.</source>
        <translation>Eine Adresse ist HOST:PORT oder [IPV6]:PORT; ein Port ist eine Zahl bis 65535.</translation>
    </message>
    <message>
        <source>An answer is about what the answered comment is about; name no other entry.</source>
        <translation>Eine Antwort bezieht sich auf das, worauf sich der beantwortete Kommentar bezieht; nenne keinen anderen Eintrag.</translation>
    </message>
    <message>
        <source>An edited message takes no new files. Send them by themselves.</source>
        <translation>Eine geänderte Nachricht nimmt keine neuen Dateien auf. Sende sie für sich.</translation>
    </message>
    <message>
        <source>An identity is a key pair and the name that comes with it: whoever holds it can write as you. Most people need one. Those who are connected with you can tell that several of yours are on one computer: to keep two sides of your life apart, make another profile instead.</source>
        <translation>Eine Identität ist ein Schlüsselpaar mit seinem Namen: Wer sie hat, kann als du schreiben. Den meisten genügt eine. Wer mit dir verbunden ist, kann erkennen, dass mehrere deiner Identitäten auf einem Computer sind. Um zwei Seiten deines Lebens zu trennen, lege stattdessen ein weiteres Profil an.</translation>
    </message>
    <message>
        <source>An identity is a pair of keys made on this computer; with it you sign what you write. The secret one stays in this profile unless you export it yourself.</source>
        <translation>Eine Identität ist ein Schlüsselpaar, das auf diesem Computer entsteht; damit unterschreibst du, was du schreibst. Der geheime Schlüssel bleibt in diesem Profil, solange du ihn nicht selbst exportierst.</translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Und {count} weitere.</translation>
    </message>
    <message>
        <source>Animals and nature</source>
        <translation>Tiere und Natur</translation>
    </message>
    <message>
        <source>Announce</source>
        <translation>Ankündigen</translation>
    </message>
    <message>
        <source>Another Tidings uses the profile {detail} and does not answer.</source>
        <translation>Ein anderes Tidings benutzt das Profil {detail} und antwortet nicht.</translation>
    </message>
    <message>
        <source>Another Tidings uses this profile and does not answer.</source>
        <translation>Ein anderes Tidings benutzt dieses Profil und antwortet nicht.</translation>
    </message>
    <message>
        <source>Another channel&apos;s name looks like this one. Make sure which one you mean.</source>
        <translation>Ein anderer Kanal heißt zum Verwechseln ähnlich. Vergewissere dich, welchen du meinst.</translation>
    </message>
    <message>
        <source>Another copy of this folder&apos;s key is in use, and has published more.</source>
        <translation>Eine andere Kopie des Schlüssels dieses Ordners ist in Gebrauch und hat mehr veröffentlicht.</translation>
    </message>
    <message>
        <source>Another copy of your profile has published in this feed. All of it is here now. If that copy is no longer used, continue here, and only here: two copies that both post destroy the feed.</source>
        <translation>Eine andere Kopie deines Profils hat in diesem Feed veröffentlicht. Alles davon ist jetzt hier. Wird jene Kopie nicht mehr benutzt, mach hier weiter, und nur hier: Zwei Kopien, die beide schreiben, zerstören den Feed.</translation>
    </message>
    <message>
        <source>Another member&apos;s name looks like this one.</source>
        <translation>Der Name eines anderen Mitglieds sieht aus wie dieser.</translation>
    </message>
    <message>
        <source>Another one</source>
        <translation>Ein anderer</translation>
    </message>
    <message>
        <source>Another permission…</source>
        <translation>Weitere Erlaubnis …</translation>
    </message>
    <message>
        <source>Another run is just writing into the folder {detail}.</source>
        <translation>In den Ordner {detail} wird gerade schon geschrieben.</translation>
    </message>
    <message>
        <source>Another run is just writing into this folder.</source>
        <translation>In diesen Ordner wird gerade schon geschrieben.</translation>
    </message>
    <message>
        <source>Another shared folder lies in that directory, inside it or around it.</source>
        <translation>In diesem Verzeichnis, darin oder darüber liegt ein anderer geteilter Ordner.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answering {name}</source>
        <translation>Antwort an: {name}</translation>
    </message>
    <message>
        <source>Answers a message that is folded away.</source>
        <translation>Antwortet auf eine Nachricht, die eingeklappt ist.</translation>
    </message>
    <message>
        <source>Answers a message that is not here.</source>
        <translation>Antwortet auf eine Nachricht, die nicht hier ist.</translation>
    </message>
    <message>
        <source>Answers a message that was taken back.</source>
        <translation>Antwortet auf eine Nachricht, die zurückgenommen wurde.</translation>
    </message>
    <message>
        <source>Any name will do; you can have several.</source>
        <translation>Jeder Name ist recht; du kannst mehrere haben.</translation>
    </message>
    <message>
        <source>Any that is free</source>
        <translation>Irgendein freier</translation>
    </message>
    <message>
        <source>Anyone who has its key can read it.</source>
        <translation>Wer seinen Schlüssel hat, kann ihn lesen.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Apr</source>
        <translation>Apr.</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Archive file</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message>
        <source>Archived ({count})</source>
        <translation>Archiviert ({count})</translation>
    </message>
    <message>
        <source>As the folder was: version {version} of {newest}</source>
        <translation>Wie der Ordner war: Fassung {version} von {newest}</translation>
    </message>
    <message>
        <source>As the published cable-handshake does; the document has “CABLE/1.0”. Between two Tidings nothing changes.</source>
        <translation>So macht es das veröffentlichte cable-handshake; im Dokument steht „CABLE/1.0“. Zwischen zwei Tidings ändert sich nichts.</translation>
    </message>
    <message>
        <source>As the settings say for every feed</source>
        <translation>Wie es die Einstellungen für jeden Feed sagen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>As the system ({language})</source>
        <translation>Wie das System ({language})</translation>
    </message>
    <message>
        <source>Ask a member nearer to the channel&apos;s owner to invite them.</source>
        <translation>Bitte ein Mitglied, das dem Eigentümer des Kanals näher ist, ihn oder sie einzuladen.</translation>
    </message>
    <message>
        <source>Ask as</source>
        <translation>Anfragen als</translation>
    </message>
    <message>
        <source>Ask by code</source>
        <translation>Mit einem Code anfragen</translation>
    </message>
    <message>
        <source>Ask everybody to delete it</source>
        <translation>Alle um Löschung bitten</translation>
    </message>
    <message>
        <source>Ask for a new request and copy or scan it whole.</source>
        <translation>Bitte um eine neue Anfrage und kopiere oder scanne sie ganz.</translation>
    </message>
    <message>
        <source>Ask for the request of whoever you want to let in.</source>
        <translation>Bitte um die Anfrage der Person, die du einlassen willst.</translation>
    </message>
    <message>
        <source>Ask now</source>
        <translation>Jetzt fragen</translation>
    </message>
    <message>
        <source>Ask once a day whether there is a newer version</source>
        <translation>Einmal am Tag fragen, ob es eine neuere Version gibt</translation>
    </message>
    <message>
        <source>Ask somebody nearer to the author to let them.</source>
        <translation>Bitte jemanden, der dem Verfasser näher ist, es zu erlauben.</translation>
    </message>
    <message>
        <source>Ask the author by another way which history is right, and whether there is a new feed.</source>
        <translation>Frag den Verfasser auf anderem Weg, welcher Verlauf der richtige ist und ob es einen neuen Feed gibt.</translation>
    </message>
    <message>
        <source>Ask the member who invited you to send it again.</source>
        <translation>Bitte das Mitglied, das dich eingeladen hat, sie noch einmal zu senden.</translation>
    </message>
    <message>
        <source>Ask the other person to show the right code.</source>
        <translation>Bitte die andere Person, den richtigen Code zu zeigen.</translation>
    </message>
    <message>
        <source>Ask the owner by another way which history is right, and whether there is a new folder.</source>
        <translation>Frag den Besitzer auf anderem Weg, welcher Verlauf der richtige ist und ob es einen neuen Ordner gibt.</translation>
    </message>
    <message>
        <source>Ask the owner for a new folder, or forget the other folder that names the same.</source>
        <translation>Bitte den Besitzer um einen neuen Ordner oder vergiss den anderen Ordner, der denselben Inhalt angibt.</translation>
    </message>
    <message>
        <source>Ask the person you want to let in for their invite request: the code that Tidings shows them when they ask to be let in. Then bring it here.</source>
        <translation>Bitte die Person, die du einlassen willst, um ihre Einladungsanfrage: den Code, den Tidings ihr zeigt, wenn sie um Einlass bittet. Bring ihn dann her.</translation>
    </message>
    <message>
        <source>Ask the provider for a public address, or keep a relay where there is one.</source>
        <translation>Bitte den Anbieter um eine öffentliche Adresse, oder betreibe ein Relay, wo es eine gibt.</translation>
    </message>
    <message>
        <source>Ask the router to let others through</source>
        <translation>Den Router bitten, andere durchzulassen</translation>
    </message>
    <message>
        <source>Ask to be let in</source>
        <translation>Um Einlass bitten</translation>
    </message>
    <message>
        <source>Ask whoever gave it to you to send it again.</source>
        <translation>Bitte die Person, die sie dir gegeben hat, sie noch einmal zu senden.</translation>
    </message>
    <message>
        <source>Ask whoever gave it to you, or the feed&apos;s author, for a new one.</source>
        <translation>Bitte die Person, die es dir gegeben hat, oder den Verfasser des Feeds um ein neues.</translation>
    </message>
    <message>
        <source>Asks everybody to delete your last message</source>
        <translation>Bittet alle, deine letzte Nachricht zu löschen</translation>
    </message>
    <message>
        <source>Asks to renew · {day}</source>
        <translation>Bittet um Erneuerung · {day}</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Attach files. Place and camera notes inside pictures are left out.</source>
        <translation>Dateien anhängen. Ort und Kameraangaben in Bildern werden weggelassen.</translation>
    </message>
    <message>
        <source>Attach it</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Aug</source>
        <translation>Aug.</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Verfasser</translation>
    </message>
    <message>
        <source>Author&apos;s key</source>
        <translation>Schlüssel des Verfassers</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to my request</source>
        <translation>Zurück zu meiner Anfrage</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück zu jetzt</translation>
    </message>
    <message>
        <source>Back to the channels</source>
        <translation>Zurück zu den Kanälen</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back to what was found</source>
        <translation>Zurück zum Gefundenen</translation>
    </message>
    <message>
        <source>Back to where I was</source>
        <translation>Zurück, wo ich war</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Back up the profile</source>
        <translation>Profil sichern</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sichern…</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Ban</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Ban this peer?</source>
        <translation>Diese Gegenstelle sperren?</translation>
    </message>
    <message>
        <source>Banned</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Banned for {time}: it is refused, and not dialled.</source>
        <translation>Gesperrt, schon {time}: Sie wird abgewiesen und nicht angewählt.</translation>
    </message>
    <message>
        <source>Ban…</source>
        <translation>Sperren …</translation>
    </message>
    <message>
        <source>Begin a new feed and tell its readers.</source>
        <translation>Beginne einen neuen Feed und sag es den Lesern.</translation>
    </message>
    <message>
        <source>Begin again with a new code.</source>
        <translation>Fang mit einem neuen Code noch einmal an.</translation>
    </message>
    <message>
        <source>Begin secured connections of communities with “CABLE1.0”</source>
        <translation>Gesicherte Verbindungen von Gemeinschaften mit „CABLE1.0“ beginnen</translation>
    </message>
    <message>
        <source>Begins a message with one slash</source>
        <translation>Beginnt eine Nachricht mit einem Schrägstrich</translation>
    </message>
    <message>
        <source>Begins…</source>
        <translation>Beginnt …</translation>
    </message>
    <message>
        <source>Being dialled for {time}.</source>
        <translation>Wird angewählt, schon {time}.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Block</source>
        <comment>to have nothing more to do with somebody</comment>
        <translation>Blockieren</translation>
    </message>
    <message>
        <source>Block {name}?</source>
        <translation>{name} blockieren?</translation>
    </message>
    <message>
        <source>Block {number}: data</source>
        <translation>Block {number}: Daten</translation>
    </message>
    <message>
        <source>Block {number}: {size} bytes of data</source>
        <translation>Block {number}: {size} Byte Daten</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Blocked by you</source>
        <translation>Von dir blockiert</translation>
    </message>
    <message>
        <source>Blocked by {name}</source>
        <translation>Von {name} blockiert</translation>
    </message>
    <message>
        <source>Block…</source>
        <translation>Blockieren …</translation>
    </message>
    <message>
        <source>Both begin with the same {blocks} blocks.</source>
        <translation>Beide beginnen mit denselben {blocks} Blöcken.</translation>
    </message>
    <message>
        <source>Bring an identity</source>
        <translation>Identität herbringen</translation>
    </message>
    <message>
        <source>Bring an identity from a file</source>
        <translation>Eine Identität aus einer Datei herbringen</translation>
    </message>
    <message>
        <source>Bring it</source>
        <translation>Herbringen</translation>
    </message>
    <message>
        <source>Bring it back or connect its disk; or choose another directory.</source>
        <translation>Hol es zurück oder schließ seine Festplatte an; oder wähle ein anderes Verzeichnis.</translation>
    </message>
    <message>
        <source>Bring one from a file…</source>
        <translation>Aus einer Datei herbringen …</translation>
    </message>
    <message>
        <source>Bring the invite that a member made for you in answer to your request.</source>
        <translation>Bring die Einladung her, die ein Mitglied auf deine Anfrage hin für dich gemacht hat.</translation>
    </message>
    <message>
        <source>Bring the key of whoever is meant.</source>
        <translation>Bring den Schlüssel der Person her, die gemeint ist.</translation>
    </message>
    <message>
        <source>Bring the key of whoever is to comment.</source>
        <translation>Bring den Schlüssel der Person her, die kommentieren soll.</translation>
    </message>
    <message>
        <source>Bring the key of whoever is to comment: their code, or the link they have sent you.</source>
        <translation>Bring den Schlüssel der Person her, die kommentieren soll: ihren Code oder den Link, den sie dir gesendet hat.</translation>
    </message>
    <message>
        <source>Bring the link, the key or the code that a member gave you. A key of the cabal programs (cabal://…) will do as well.</source>
        <translation>Bring den Link, den Schlüssel oder den Code her, den ein Mitglied dir gegeben hat. Ein Schlüssel der cabal-Programme (cabal://…) geht ebenso.</translation>
    </message>
    <message>
        <source>Bring the permission: the code, or the link that they have sent you.</source>
        <translation>Bring die Erlaubnis her: den Code oder den Link, den du bekommen hast.</translation>
    </message>
    <message>
        <source>Browse channels…</source>
        <translation>Kanäle durchsehen …</translation>
    </message>
    <message>
        <source>By joining you show other members a key that was made for this community alone, the name you choose, and this computer&apos;s address while you are connected. What you write there can be read by whoever has the key, now and later.</source>
        <translation>Mit dem Beitritt zeigst du anderen Mitgliedern einen Schlüssel, der nur für diese Gemeinschaft entstand, den Namen, den du wählst, und die Adresse dieses Computers, solange du verbunden bist. Was du dort schreibst, kann jeder lesen, der den Schlüssel hat, jetzt und später.</translation>
    </message>
    <message>
        <source>Call the report off?</source>
        <translation>Bericht abbrechen?</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel it for good</source>
        <translation>Endgültig zurückziehen</translation>
    </message>
    <message>
        <source>Cancel request</source>
        <translation>Anfrage zurückziehen</translation>
    </message>
    <message>
        <source>Cancel this request? The code will be worth nothing afterwards.</source>
        <translation>Diese Anfrage zurückziehen? Der Code ist danach nichts mehr wert.</translation>
    </message>
    <message>
        <source>Catching up</source>
        <translation>Holt auf</translation>
    </message>
    <message>
        <source>Catching up, {received} of {expected}</source>
        <translation>Holt auf, {received} von {expected}</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Change nothing here until all of that has arrived; then go on in one place.</source>
        <translation>Ändere hier nichts, bis alles davon angekommen ist; mach dann an einer Stelle weiter.</translation>
    </message>
    <message>
        <source>Change nothing here until somebody who has it is connected; then go on in one place.</source>
        <translation>Ändere hier nichts, bis jemand verbunden ist, der ihn hat; mach dann an einer Stelle weiter.</translation>
    </message>
    <message>
        <source>Change the limit…</source>
        <translation>Grenze ändern …</translation>
    </message>
    <message>
        <source>Change the passphrase</source>
        <translation>Passphrase ändern</translation>
    </message>
    <message>
        <source>Change the passphrase…</source>
        <translation>Passphrase ändern …</translation>
    </message>
    <message>
        <source>Change where it lies…</source>
        <translation>Ändern, wo er liegt …</translation>
    </message>
    <message>
        <source>Change your last message (in an empty field)</source>
        <translation>Deine letzte Nachricht ändern (im leeren Feld)</translation>
    </message>
    <message>
        <source>Change your name</source>
        <translation>Deinen Namen ändern</translation>
    </message>
    <message>
        <source>Change your name…</source>
        <translation>Deinen Namen ändern …</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changes in the directory are not shared any more. What others have, they keep, and what is here is still given to them. Files on your disk stay as they are.</source>
        <translation>Änderungen im Verzeichnis werden nicht mehr geteilt. Was andere haben, behalten sie, und was hier ist, bekommen sie weiterhin. Die Dateien auf deiner Festplatte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Changes in {directory} are not published.</source>
        <translation>Änderungen in {directory} werden nicht veröffentlicht.</translation>
    </message>
    <message>
        <source>Changes what others see you as</source>
        <translation>Ändert, wie andere dich sehen</translation>
    </message>
    <message>
        <source>Changes your own name for this channel</source>
        <translation>Ändert deinen eigenen Namen für diesen Kanal</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Changing your comment</source>
        <translation>Du änderst deinen Kommentar</translation>
    </message>
    <message>
        <source>Channel above</source>
        <translation>Kanal darüber</translation>
    </message>
    <message>
        <source>Channel below</source>
        <translation>Kanal darunter</translation>
    </message>
    <message>
        <source>Channel {name}</source>
        <translation>Kanal {name}</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Channels taken out of the list</source>
        <translation>Aus der Liste genommene Kanäle</translation>
    </message>
    <message>
        <source>Check its firewall.</source>
        <translation>Prüfe seine Firewall.</translation>
    </message>
    <message>
        <source>Check its name, its permissions and whether its disk is mounted read-only, or name another place.</source>
        <translation>Prüfe seinen Namen, seine Rechte und ob sein Datenträger nur zum Lesen eingehängt ist, oder nenne einen anderen Ort.</translation>
    </message>
    <message>
        <source>Check its permissions; or choose another directory.</source>
        <translation>Prüfe seine Rechte; oder wähle ein anderes Verzeichnis.</translation>
    </message>
    <message>
        <source>Check its spelling and this computer&apos;s network.</source>
        <translation>Prüfe die Schreibweise und das Netz dieses Computers.</translation>
    </message>
    <message>
        <source>Check that both are in the same network, then begin again with a new code.</source>
        <translation>Prüfe, ob beide im selben Netz sind, und fang dann mit einem neuen Code noch einmal an.</translation>
    </message>
    <message>
        <source>Check that it exists and that you may read it.</source>
        <translation>Prüfe, ob sie vorhanden ist und du sie lesen darfst.</translation>
    </message>
    <message>
        <source>Check the address, and that the other computer is on.</source>
        <translation>Prüfe die Adresse und ob der andere Computer eingeschaltet ist.</translation>
    </message>
    <message>
        <source>Check the database</source>
        <translation>Datenbank prüfen</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>Prüfe die Festplatte und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Check the folder, its permissions and the free space.</source>
        <translation>Prüfe den Ordner, seine Rechte und den freien Platz.</translation>
    </message>
    <message>
        <source>Check the network on both sides.</source>
        <translation>Prüfe das Netz auf beiden Seiten.</translation>
    </message>
    <message>
        <source>Check the permissions and whether the disk is mounted read-only. To rescue a profile from such a disk, copy its whole folder to another one, and back up that.</source>
        <translation>Prüfe die Rechte und ob die Festplatte nur zum Lesen eingebunden ist. Um ein Profil von einer solchen zu retten, kopiere seinen ganzen Ordner auf eine andere und sichere dieses.</translation>
    </message>
    <message>
        <source>Check the permissions of it and of the folder it lies in; it is tried again by itself.</source>
        <translation>Prüfe die Rechte der Datei und des Ordners, in dem sie liegt; es wird von selbst wieder versucht.</translation>
    </message>
    <message>
        <source>Check the port, and that Tidings runs there.</source>
        <translation>Prüfe den Port und ob Tidings dort läuft.</translation>
    </message>
    <message>
        <source>Check their permissions; they are tried again by themselves.</source>
        <translation>Prüfe ihre Rechte; sie werden von selbst wieder versucht.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s network.</source>
        <translation>Prüfe das Netz dieses Computers.</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose a channel or a feed.</source>
        <translation>Wähle einen Kanal oder einen Feed.</translation>
    </message>
    <message>
        <source>Choose a date in the future.</source>
        <translation>Wähle einen künftigen Tag.</translation>
    </message>
    <message>
        <source>Choose a directory for the files</source>
        <translation>Ein Verzeichnis für die Dateien wählen</translation>
    </message>
    <message>
        <source>Choose a directory to share</source>
        <translation>Ein Verzeichnis zum Teilen wählen</translation>
    </message>
    <message>
        <source>Choose a directory. Its files, and every change of them, go to those who have the folder&apos;s link; nobody but you can change them.</source>
        <translation>Wähle ein Verzeichnis. Seine Dateien und jede Änderung daran gehen an alle, die den Link des Ordners haben; ändern kann sie niemand außer dir.</translation>
    </message>
    <message>
        <source>Choose a directory…</source>
        <translation>Verzeichnis wählen …</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose a folder and begin…</source>
        <translation>Ordner wählen und beginnen …</translation>
    </message>
    <message>
        <source>Choose a picture of the code</source>
        <translation>Ein Bild des Codes wählen</translation>
    </message>
    <message>
        <source>Choose a picture of the code, or drop it here.</source>
        <translation>Wähle ein Bild des Codes oder zieh es hierher.</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild wählen …</translation>
    </message>
    <message>
        <source>Choose a profile</source>
        <translation>Profil wählen</translation>
    </message>
    <message>
        <source>Choose a shorter one. A letter with an accent has two bytes, those of many scripts have three, a picture has four or more.</source>
        <translation>Wähle einen kürzeren. Ein Umlaut oder ein Buchstabe mit Akzent hat zwei Bytes, die vieler Schriften haben drei, ein Bildzeichen hat vier oder mehr.</translation>
    </message>
    <message>
        <source>Choose a smaller file.</source>
        <translation>Wähle eine kleinere Datei.</translation>
    </message>
    <message>
        <source>Choose an earlier first day.</source>
        <translation>Wähle einen früheren ersten Tag.</translation>
    </message>
    <message>
        <source>Choose an empty directory for this folder, or move some files elsewhere.</source>
        <translation>Wähle für diesen Ordner ein leeres Verzeichnis oder verschiebe einige Dateien.</translation>
    </message>
    <message>
        <source>Choose another directory for this folder.</source>
        <translation>Wähle ein anderes Verzeichnis für diesen Ordner.</translation>
    </message>
    <message>
        <source>Choose another directory.</source>
        <translation>Wähle ein anderes Verzeichnis.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another name: neither empty nor longer than that, and without line breaks.</source>
        <translation>Wähle einen anderen Namen: weder leer noch länger als das und ohne Zeilenumbruch.</translation>
    </message>
    <message>
        <source>Choose another port; 0 picks a free one.</source>
        <translation>Wähle einen anderen Port; 0 nimmt einen freien.</translation>
    </message>
    <message>
        <source>Choose at least one form.</source>
        <translation>Wähle mindestens eine Form.</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Choose it, or another name.</source>
        <translation>Wähle sie oder einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose one from the list of your feeds.</source>
        <translation>Wähle einen aus der Liste deiner Feeds.</translation>
    </message>
    <message>
        <source>Choose one from the list of your shared folders.</source>
        <translation>Wähle einen aus der Liste deiner geteilten Ordner.</translation>
    </message>
    <message>
        <source>Choose one in the list to see what was tried. It may simply be switched off.</source>
        <translation>Wähle eine in der Liste, um zu sehen, was versucht wurde. Vielleicht ist sie einfach ausgeschaltet.</translation>
    </message>
    <message>
        <source>Choose some, or drop them on this page.</source>
        <translation>Wähle welche aus oder zieh sie auf diese Seite.</translation>
    </message>
    <message>
        <source>Choose the directory again, or another one.</source>
        <translation>Wähle das Verzeichnis noch einmal oder ein anderes.</translation>
    </message>
    <message>
        <source>Choose the directory whose files others shall get.</source>
        <translation>Wähle das Verzeichnis, dessen Dateien andere bekommen sollen.</translation>
    </message>
    <message>
        <source>Choose the file that a backup was written to.</source>
        <translation>Wähle die Datei, in die gesichert wurde.</translation>
    </message>
    <message>
        <source>Choose the file that “tidings identity export” wrote.</source>
        <translation>Wähle die Datei, die „tidings identity export“ geschrieben hat.</translation>
    </message>
    <message>
        <source>Choose the folder of a profile, or an empty one for a new profile.</source>
        <translation>Wähle den Ordner eines Profils oder einen leeren für ein neues.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close Tidings</source>
        <translation>Tidings schließen</translation>
    </message>
    <message>
        <source>Close Tidings and try again: then this command reads the profile itself.</source>
        <translation>Tidings schließen und es noch einmal versuchen: Dann liest dieser Befehl das Profil selbst.</translation>
    </message>
    <message>
        <source>Close Tidings?</source>
        <translation>Tidings schließen?</translation>
    </message>
    <message>
        <source>Close and call it off</source>
        <translation>Schließen und abbrechen</translation>
    </message>
    <message>
        <source>Close comments</source>
        <translation>Kommentare schließen</translation>
    </message>
    <message>
        <source>Close members</source>
        <translation>Mitglieder schließen</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Close other programs, or raise the limit of open files.</source>
        <translation>Schließe andere Programme oder erhöhe die Höchstzahl offener Dateien.</translation>
    </message>
    <message>
        <source>Close that program and try again. Or use a picture of the code, the screen, or the text instead.</source>
        <translation>Schließe das Programm und versuche es noch einmal. Oder nimm ein Bild des Codes, den Bildschirm oder den Text.</translation>
    </message>
    <message>
        <source>Close what is uppermost</source>
        <translation>Das Oberste schließen</translation>
    </message>
    <message>
        <source>Close without sending</source>
        <translation>Schließen, ohne zu senden</translation>
    </message>
    <message>
        <source>Closing the window keeps Tidings running</source>
        <translation>Tidings läuft weiter, wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code of the other computer</source>
        <translation>Code des anderen Rechners</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentieren</translation>
    </message>
    <message>
        <source>Comment on the feed as a whole</source>
        <translation>Kommentar zum ganzen Feed</translation>
    </message>
    <message>
        <source>Comment on this entry</source>
        <translation>Kommentar zu diesem Eintrag</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Kommentare</translation>
    </message>
    <message>
        <source>Comments…</source>
        <translation>Kommentare …</translation>
    </message>
    <message>
        <source>Communities</source>
        <translation>Gemeinschaften</translation>
    </message>
    <message>
        <source>Communities, feeds, folders</source>
        <translation>Gemeinschaften, Feeds, Ordner</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>Noch einmal vergleichen</translation>
    </message>
    <message>
        <source>Compare these digits with the ones on the other person&apos;s screen, best aloud. If they differ, somebody changed the request on its way: do not confirm.</source>
        <translation>Vergleiche diese Ziffern mit denen auf dem Bildschirm der anderen Person, am besten laut. Unterscheiden sie sich, hat jemand die Anfrage unterwegs verändert: Bestätige dann nicht.</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Confirm and invite</source>
        <translation>Bestätigen und einladen</translation>
    </message>
    <message>
        <source>Connect it to a network.</source>
        <translation>Verbinde ihn mit einem Netz.</translation>
    </message>
    <message>
        <source>Connect it; the router is asked by itself then.</source>
        <translation>Verbinde ihn; der Router wird dann von selbst gebeten.</translation>
    </message>
    <message>
        <source>Connect its disk; or delete that folder, if its files shall go everywhere.</source>
        <translation>Schließe seinen Datenträger an; oder lösche den Ordner, wenn seine Dateien überall verschwinden sollen.</translation>
    </message>
    <message>
        <source>Connect the disk or bring them back; or remove them for everybody.</source>
        <translation>Schließ die Festplatte an oder hol die Dateien zurück; oder entferne sie für alle.</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Connected for {time}.</source>
        <translation>Verbunden, schon {time}.</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Wird angewählt</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Continue here</source>
        <translation>Hier weitermachen</translation>
    </message>
    <message>
        <source>Continue here…</source>
        <translation>Hier weitermachen …</translation>
    </message>
    <message>
        <source>Continue {name} here?</source>
        <translation>Mit {name} hier weitermachen?</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message numerus="yes">
        <source>Copied %n messages</source>
        <translation>
            <numerusform>Eine Nachricht kopiert</numerusform>
            <numerusform>%Ln Nachrichten kopiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the first %n messages: more cannot be copied at once</source>
        <translation>
            <numerusform>Nur die erste Nachricht wurde kopiert: mehr geht nicht auf einmal</numerusform>
            <numerusform>Nur die ersten %Ln Nachrichten wurden kopiert: mehr geht nicht auf einmal</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied. It works for members of this channel.</source>
        <translation>Kopiert. Er führt Mitglieder dieses Kanals hierher.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Copies {what} as text</source>
        <translation>Kopiert als Text: {what}</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy diagnosis</source>
        <translation>Diagnose kopieren</translation>
    </message>
    <message>
        <source>Copy it again from where it was shown.</source>
        <translation>Kopiere es noch einmal von dort, wo es gezeigt wurde.</translation>
    </message>
    <message>
        <source>Copy it again, from “tidings:” to its very end.</source>
        <translation>Kopiere ihn noch einmal, von „tidings:“ bis ganz zum Ende.</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy link to message</source>
        <translation>Link zur Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>Auswahl kopieren</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the bare key</source>
        <translation>Bloßen Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the channel&apos;s key</source>
        <translation>Schlüssel des Kanals kopieren</translation>
    </message>
    <message>
        <source>Copy the file anew from where you keep it, or use another backup.</source>
        <translation>Kopiere die Datei noch einmal von dort, wo du sie aufbewahrst, oder nimm eine andere Sicherung.</translation>
    </message>
    <message>
        <source>Copy the folder&apos;s link</source>
        <translation>Link des Ordners kopieren</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the key of {name}</source>
        <translation>Schlüssel von {name} kopieren</translation>
    </message>
    <message>
        <source>Copy the key with its moderators</source>
        <translation>Den Schlüssel mit seinen Moderatoren kopieren</translation>
    </message>
    <message>
        <source>Copy what is selected</source>
        <translation>Ausgewähltes kopieren</translation>
    </message>
    <message>
        <source>Copy {address}</source>
        <translation>{address} kopieren</translation>
    </message>
    <message>
        <source>Copy {wanted} first, then press again.</source>
        <translation>Kopiere es zuerst ({wanted}) und drücke dann noch einmal.</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>Wird kopiert</translation>
    </message>
    <message>
        <source>Copying into the folder…</source>
        <translation>Wird in den Ordner kopiert …</translation>
    </message>
    <message>
        <source>Copying {count} of {whole} messages…</source>
        <translation>{count} von {whole} Nachrichten werden kopiert…</translation>
    </message>
    <message>
        <source>Count the words of messages</source>
        <translation>Wörter der Nachrichten zählen</translation>
    </message>
    <message>
        <source>Counting days</source>
        <translation>Tage werden gezählt</translation>
    </message>
    <message>
        <source>Counting hours</source>
        <translation>Stunden werden gezählt</translation>
    </message>
    <message>
        <source>Counting people</source>
        <translation>Leute werden gezählt</translation>
    </message>
    <message>
        <source>Counting words</source>
        <translation>Wörter werden gezählt</translation>
    </message>
    <message>
        <source>Create a channel</source>
        <translation>Einen Kanal anlegen</translation>
    </message>
    <message>
        <source>Create as</source>
        <translation>Anlegen als</translation>
    </message>
    <message>
        <source>Create channel</source>
        <translation>Kanal anlegen</translation>
    </message>
    <message>
        <source>Create identity</source>
        <translation>Identität anlegen</translation>
    </message>
    <message>
        <source>Create one first.</source>
        <translation>Lege zuerst eine an.</translation>
    </message>
    <message>
        <source>Cut out the part with the code, or paste the text instead.</source>
        <translation>Schneide den Teil mit dem Code aus oder füge den Text ein.</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Dark skin tone</source>
        <translation>Dunkle Hautfarbe</translation>
    </message>
    <message>
        <source>Dec</source>
        <translation>Dez.</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Delete for everybody…</source>
        <translation>Für alle löschen …</translation>
    </message>
    <message>
        <source>Delete for me</source>
        <translation>Für mich löschen</translation>
    </message>
    <message>
        <source>Delete the message for me</source>
        <translation>Die Nachricht für mich löschen</translation>
    </message>
    <message>
        <source>Delete this message for everybody?</source>
        <translation>Diese Nachricht für alle löschen?</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n messages for you. Others still have them.</source>
        <translation>
            <numerusform>%n Nachricht für dich gelöscht. Andere haben sie noch.</numerusform>
            <numerusform>%n Nachrichten für dich gelöscht. Andere haben sie noch.</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted for you. Others still have it.</source>
        <translation>Für dich gelöscht. Andere haben sie noch.</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>Einzelheiten …</translation>
    </message>
    <message>
        <source>Dial it as “cable+noise:HOST:PORT”, which tells by the key; or, where the program there speaks plain cable alone, take part in one community of wire M at a time.</source>
        <translation>Wähle „cable+noise:HOST:PORT“ an, das sagt es durch den Schlüssel; oder nimm, wo das Programm dort nur einfaches cable spricht, jeweils nur an einer Gemeinschaft der Fassung M teil.</translation>
    </message>
    <message>
        <source>Dials all waiting addresses and asks for news</source>
        <translation>Wählt alle wartenden Adressen an und fragt nach Neuem</translation>
    </message>
    <message>
        <source>Discovery key</source>
        <translation>Kennung zum Finden</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Do not fetch</source>
        <translation>Nicht holen</translation>
    </message>
    <message>
        <source>Do not fetch {name} as of {when}</source>
        <translation>{name} nicht holen (Stand: {when})</translation>
    </message>
    <message>
        <source>Do not invite</source>
        <translation>Nicht einladen</translation>
    </message>
    <message>
        <source>Do this only if no other copy of your profile will post in this feed again. If two copies both post, the feed splits into two histories, and nobody can add to it any more.</source>
        <translation>Tu das nur, wenn keine andere Kopie deines Profils je wieder in diesem Feed schreibt. Schreiben zwei Kopien, teilt sich der Feed in zwei Verläufe, und niemand kann mehr etwas hinzufügen.</translation>
    </message>
    <message>
        <source>Do this only if no other copy of your profile will share this folder again. If two copies both share it, it splits into two histories, and nobody can change it any more.</source>
        <translation>Tu das nur, wenn keine andere Kopie deines Profils diesen Ordner je wieder teilt. Teilen ihn zwei Kopien, zerfällt er in zwei Verläufe, und niemand kann ihn mehr ändern.</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download all of it</source>
        <translation>Alles davon herunterladen</translation>
    </message>
    <message>
        <source>Download all of it, and what is new as it comes</source>
        <translation>Alles davon herunterladen, und Neues, wie es kommt</translation>
    </message>
    <message>
        <source>Download of this feed</source>
        <translation>Herunterladen dieses Feeds</translation>
    </message>
    <message>
        <source>Download only what I read</source>
        <translation>Nur herunterladen, was ich lese</translation>
    </message>
    <message>
        <source>Downloaded</source>
        <translation>Heruntergeladen</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>Wird heruntergeladen</translation>
    </message>
    <message>
        <source>Downloading {name}</source>
        <translation>{name} wird heruntergeladen</translation>
    </message>
    <message>
        <source>Downloading, {percent} %</source>
        <translation>Wird heruntergeladen, {percent} %</translation>
    </message>
    <message>
        <source>Drop the files to attach them</source>
        <translation>Lass die Dateien los, um sie anzuhängen</translation>
    </message>
    <message>
        <source>Each profile has its own identities, channels, passphrase and address, in a folder of its own.</source>
        <translation>Jedes Profil hat eigene Identitäten, Kanäle, eine eigene Passphrase und Adresse, in einem eigenen Ordner.</translation>
    </message>
    <message>
        <source>Earlier reports</source>
        <translation>Frühere Berichte</translation>
    </message>
    <message>
        <source>Earlier versions stay in a shared folder, as long as somebody has them. Save one wherever you like; the folder itself does not change by that.</source>
        <translation>Frühere Fassungen bleiben in einem geteilten Ordner, solange jemand sie hat. Sichere eine, wo du willst; der Ordner selbst ändert sich dadurch nicht.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit as {name}</source>
        <translation>Bearbeiten als {name}</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Edited {day}, {time}. What it said before stays in the history.</source>
        <translation>Geändert am {day}, {time}. Was vorher dort stand, bleibt im Verlauf.</translation>
    </message>
    <message>
        <source>Editing your message</source>
        <translation>Du änderst deine Nachricht</translation>
    </message>
    <message>
        <source>Emoji</source>
        <translation>Emoji</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Enter sends the message</source>
        <translation>Die Eingabetaste sendet die Nachricht</translation>
    </message>
    <message>
        <source>Enter shows a member</source>
        <translation>Eingabe zeigt ein Mitglied</translation>
    </message>
    <message>
        <source>Entries appear here as they arrive. You need not wait.</source>
        <translation>Einträge erscheinen hier, wie sie ankommen. Du brauchst nicht zu warten.</translation>
    </message>
    <message>
        <source>Entries are counted from 0; look how many there are, or comment on the feed.</source>
        <translation>Einträge zählen ab 0; sieh nach, wie viele es gibt, oder kommentiere den Feed.</translation>
    </message>
    <message>
        <source>Entries are on their way</source>
        <translation>Einträge sind unterwegs</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Entry details</source>
        <translation>Einzelheiten des Eintrags</translation>
    </message>
    <message>
        <source>Erase it here</source>
        <translation>Hier löschen</translation>
    </message>
    <message>
        <source>Erase what is here of {name}?</source>
        <translation>Löschen, was von {name} hier ist?</translation>
    </message>
    <message>
        <source>Erase what is here…</source>
        <translation>Löschen, was hier ist …</translation>
    </message>
    <message>
        <source>Every member can see whom you block, and the reason.</source>
        <translation>Jedes Mitglied kann sehen, wen du blockierst, und den Grund.</translation>
    </message>
    <message>
        <source>Every member can see whom you hide, and the reason.</source>
        <translation>Jedes Mitglied kann sehen, wen du ausblendest, und den Grund.</translation>
    </message>
    <message>
        <source>Every member&apos;s program is asked to delete it. It cannot be unsent: whoever is offline keeps it until they hear of it, and whoever has read or copied it still has it.</source>
        <translation>Das Programm jedes Mitglieds wird gebeten, sie zu löschen. Sie lässt sich nicht ungesendet machen: Wer offline ist, behält sie, bis die Bitte ankommt, und wer sie gelesen oder kopiert hat, hat sie noch.</translation>
    </message>
    <message>
        <source>Everybody who has the comment is asked to hide it. Who has read it has read it: it cannot be unsent.</source>
        <translation>Alle, die den Kommentar haben, werden gebeten, ihn zu verbergen. Wer ihn gelesen hat, hat ihn gelesen: Er lässt sich nicht ungesendet machen.</translation>
    </message>
    <message>
        <source>Everybody who reads your comments sees this key.</source>
        <translation>Wer deine Kommentare liest, sieht diesen Schlüssel.</translation>
    </message>
    <message>
        <source>Everybody you meet is asked to delete it.</source>
        <translation>Alle, denen du begegnest, werden gebeten, sie zu löschen.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Everything in this profile is encrypted with it, and it is asked for at each start. A forgotten passphrase cannot be recovered: nobody else knows it.</source>
        <translation>Alles in diesem Profil ist damit verschlüsselt, und bei jedem Start wird danach gefragt. Eine vergessene Passphrase lässt sich nicht wiederherstellen: Niemand sonst kennt sie.</translation>
    </message>
    <message>
        <source>Everything in this profile is encrypted. Its passphrase opens it.</source>
        <translation>Alles in diesem Profil ist verschlüsselt. Seine Passphrase öffnet es.</translation>
    </message>
    <message>
        <source>Everything of this profile goes to another computer in the same network: identities, channels, feeds and what was said in them. Use it there alone afterwards; here your own feeds and folders can be read but not continued.</source>
        <translation>Alles aus diesem Profil geht auf einen anderen Rechner im selben Netz: Identitäten, Kanäle, Feeds und was darin steht. Benutze es danach nur noch dort; hier lassen sich deine eigenen Feeds und Ordner lesen, aber nicht fortsetzen.</translation>
    </message>
    <message>
        <source>Everything was sent, but the other computer did not say that it has it. Your own feeds wait here, so that they cannot split.</source>
        <translation>Alles wurde gesendet, aber der andere Rechner hat nicht gesagt, dass er es hat. Deine eigenen Feeds warten hier, damit sie sich nicht spalten.</translation>
    </message>
    <message>
        <source>Everything, in a directory</source>
        <translation>Alles, in einem Verzeichnis</translation>
    </message>
    <message>
        <source>Exchange feeds without encryption</source>
        <translation>Feeds unverschlüsselt austauschen</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export an identity</source>
        <translation>Identität exportieren</translation>
    </message>
    <message>
        <source>Export the history</source>
        <translation>Verlauf exportieren</translation>
    </message>
    <message>
        <source>Export the history of {name}</source>
        <translation>Verlauf von {name} exportieren</translation>
    </message>
    <message>
        <source>Export the history…</source>
        <translation>Verlauf exportieren …</translation>
    </message>
    <message>
        <source>Export {name}</source>
        <translation>{name} exportieren</translation>
    </message>
    <message>
        <source>Exported from Tidings on {when}.</source>
        <translation>Aus Tidings exportiert am {when}.</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Feb</source>
        <translation>Feb.</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Feed</translation>
    </message>
    <message>
        <source>Feeds</source>
        <translation>Feeds</translation>
    </message>
    <message>
        <source>Feeds and folders</source>
        <translation>Feeds und Ordner</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Fetch {name} as of {when}</source>
        <translation>{name} holen (Stand: {when})</translation>
    </message>
    <message>
        <source>Fetching newer entries…</source>
        <translation>Neuere Einträge werden geholt…</translation>
    </message>
    <message>
        <source>Fetching older entries…</source>
        <translation>Ältere Einträge werden geholt…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File {name}, {size}</source>
        <translation>Datei {name}, {size}</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files in {directory} stay as they are.</source>
        <translation>Dateien in {directory} bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Files of the feed</source>
        <translation>Dateien des Feeds</translation>
    </message>
    <message>
        <source>Files that lie in the directory of before stay there.</source>
        <translation>Dateien im bisherigen Verzeichnis bleiben dort.</translation>
    </message>
    <message>
        <source>Files that you fetch are written there, and follow their changes.</source>
        <translation>Dateien, die du holst, werden dorthin geschrieben und folgen ihren Änderungen.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Find a channel by its name or topic</source>
        <translation>Einen Kanal nach Name oder Thema finden</translation>
    </message>
    <message>
        <source>Find a message</source>
        <translation>Nachricht suchen</translation>
    </message>
    <message>
        <source>Find in this channel</source>
        <translation>In diesem Kanal suchen</translation>
    </message>
    <message>
        <source>Find in this channel (Ctrl+F)</source>
        <translation>In diesem Kanal suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Find in this feed (Ctrl+F)</source>
        <translation>In diesem Feed suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Find people on the same network</source>
        <translation>Leute im selben Netz finden</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Fingerprint of the content</source>
        <translation>Fingerabdruck des Inhalts</translation>
    </message>
    <message>
        <source>Fingerprint: {digits}</source>
        <translation>Fingerabdruck: {digits}</translation>
    </message>
    <message>
        <source>First message, newest message</source>
        <translation>Erste Nachricht, neueste Nachricht</translation>
    </message>
    <message>
        <source>First say who you are; then the link opens.</source>
        <translation>Sag zuerst, wer du bist; dann öffnet sich der Link.</translation>
    </message>
    <message>
        <source>First sync</source>
        <translation>Erster Abgleich</translation>
    </message>
    <message>
        <source>First unread</source>
        <translation>Erste ungelesene</translation>
    </message>
    <message>
        <source>First unread message</source>
        <translation>Erste ungelesene Nachricht</translation>
    </message>
    <message>
        <source>First {inviter} renews the link of {name}, then whoever let you in renews yours.</source>
        <translation>Zuerst erneuert {inviter} das Recht von {name}, dann erneuert deines, wer dich eingeladen hat.</translation>
    </message>
    <message>
        <source>Fixed: its key is the fingerprint of all of it</source>
        <translation>Fest: Sein Schlüssel ist der Fingerabdruck von allem</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flaggen</translation>
    </message>
    <message>
        <source>Fold away</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Fold away what they write, for you alone</source>
        <translation>Einklappen, was das Mitglied schreibt, nur für dich</translation>
    </message>
    <message>
        <source>Folded away</source>
        <translation>Eingeklappt</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the profile</source>
        <translation>Ordner des Profils</translation>
    </message>
    <message>
        <source>Folds away what they write</source>
        <translation>Klappt ein, was das Mitglied schreibt</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follow a feed</source>
        <translation>Einem Feed folgen</translation>
    </message>
    <message>
        <source>Follow a public channel</source>
        <translation>Einem öffentlichen Kanal folgen</translation>
    </message>
    <message>
        <source>Follow again</source>
        <translation>Wieder folgen</translation>
    </message>
    <message>
        <source>Follow the feed and take it up</source>
        <translation>Dem Feed folgen und sie annehmen</translation>
    </message>
    <message>
        <source>Follow the protocols&apos; documents to the letter</source>
        <translation>Den Dokumenten der Protokolle wörtlich folgen</translation>
    </message>
    <message>
        <source>Follow the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Follow their feed…</source>
        <translation>Dem Feed folgen …</translation>
    </message>
    <message>
        <source>Follow their moderation</source>
        <translation>Der Moderation folgen</translation>
    </message>
    <message>
        <source>Followed</source>
        <translation>Gefolgt</translation>
    </message>
    <message>
        <source>Follows on</source>
        <translation>Folgt auf</translation>
    </message>
    <message>
        <source>Food and drink</source>
        <translation>Essen und Trinken</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>For a spreadsheet: one row a message.</source>
        <translation>Für eine Tabellenkalkulation: eine Zeile je Nachricht.</translation>
    </message>
    <message>
        <source>For an inviter whose program does not hear of it by itself: shows a request as a code.</source>
        <translation>Für Einladende, deren Programm nicht von selbst davon erfährt: zeigt eine Anfrage als Code.</translation>
    </message>
    <message>
        <source>For as long as I may</source>
        <translation>So lange wie ich</translation>
    </message>
    <message>
        <source>For people outside of this network. While Tidings runs, the router is asked (by UPnP) to pass on whoever knocks at one of its ports, and that address goes into your invites and links. Anybody can knock there. The page of connections says what came of it.</source>
        <translation>Für Leute außerhalb dieses Netzes. Solange Tidings läuft, wird der Router (über UPnP) gebeten, durchzulassen, wer an einem seiner Ports anklopft, und diese Adresse kommt in deine Einladungen und Links. Jeder kann dort anklopfen. Die Seite der Verbindungen sagt, was daraus wurde.</translation>
    </message>
    <message>
        <source>For people who use Tidings</source>
        <translation>Für Leute mit Tidings</translation>
    </message>
    <message>
        <source>For programs</source>
        <translation>Für Programme</translation>
    </message>
    <message>
        <source>For programs of others that speak the same protocols. Leave these off unless one needs them.</source>
        <translation>Für fremde Programme, die dieselben Protokolle sprechen. Lass das aus, solange keines es braucht.</translation>
    </message>
    <message>
        <source>For programs that cannot encrypt: everybody on the way can read along, and programs that do encrypt are not understood. Between two Tidings everything stays encrypted.</source>
        <translation>Für Programme, die nicht verschlüsseln können: Jeder auf dem Weg kann mitlesen, und Programme, die verschlüsseln, werden nicht verstanden. Zwischen zwei Tidings bleibt alles verschlüsselt.</translation>
    </message>
    <message>
        <source>For whoever helps you; keys are cut to 8 digits</source>
        <translation>Für jemanden, der dir hilft; Schlüssel sind auf 8 Ziffern gekürzt</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the ban first if you want it back.</source>
        <translation>Hebe zuerst die Sperre auf, wenn du sie zurückhaben willst.</translation>
    </message>
    <message>
        <source>Forget {name}?</source>
        <translation>{name} vergessen?</translation>
    </message>
    <message>
        <source>Forget…</source>
        <translation>Vergessen …</translation>
    </message>
    <message>
        <source>Form of cable</source>
        <translation>Form von cable</translation>
    </message>
    <message>
        <source>Forward the port in the router by hand.</source>
        <translation>Leite den Port im Router von Hand weiter.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Schaffe etwas Platz und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space; the rest then comes by itself.</source>
        <translation>Mach etwas Platz frei; der Rest kommt dann von selbst.</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>From one day to another</source>
        <translation>Bestimmte Tage</translation>
    </message>
    <message>
        <source>From the list only: its folder stays</source>
        <translation>Nur aus der Liste: Der Ordner bleibt</translation>
    </message>
    <message>
        <source>From then on only what you read is downloaded.</source>
        <translation>Von da an wird nur heruntergeladen, was du liest.</translation>
    </message>
    <message>
        <source>From your place in this channel a message holds words only: files have no room.</source>
        <translation>Von deinem Platz in diesem Kanal aus fasst eine Nachricht nur Text: Für Dateien ist kein Raum.</translation>
    </message>
    <message>
        <source>Frown</source>
        <translation>Stirnrunzeln</translation>
    </message>
    <message>
        <source>Get a folder</source>
        <translation>Einen Ordner holen</translation>
    </message>
    <message>
        <source>Get it</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Get it again</source>
        <translation>Wieder holen</translation>
    </message>
    <message>
        <source>Give a shorter one, or none.</source>
        <translation>Gib einen kürzeren an, oder keinen.</translation>
    </message>
    <message>
        <source>Give connected people a shorter way to the author, where I am one</source>
        <translation>Verbundenen einen kürzeren Weg zum Verfasser geben, wo ich einer bin</translation>
    </message>
    <message>
        <source>Give it with “--passphrase-file FILE”, or run the command in a terminal to be asked.</source>
        <translation>Gib sie mit „--passphrase-file FILE“ an oder führe den Befehl in einem Terminal aus, um gefragt zu werden.</translation>
    </message>
    <message>
        <source>Give it with “--secret-file FILE”, or run the command in a terminal to be asked.</source>
        <translation>Gib sie mit „--secret-file FILE“ an oder führe den Befehl in einem Terminal aus, um gefragt zu werden.</translation>
    </message>
    <message>
        <source>Give one like 192.168.1.20 or fd00::20, or nothing for all of them.</source>
        <translation>Gib eine an wie 192.168.1.20 oder fd00::20, oder nichts für alle.</translation>
    </message>
    <message>
        <source>Give others your address instead.</source>
        <translation>Gib anderen stattdessen deine Adresse.</translation>
    </message>
    <message>
        <source>Give the role</source>
        <translation>Rolle geben</translation>
    </message>
    <message>
        <source>Give them this code. It works for their key alone, so it may be sent by any way; they open it in Tidings.</source>
        <translation>Gib diesen Code weiter. Er gilt nur für den Schlüssel dieser Person, du kannst ihn also auf jedem Weg senden; geöffnet wird er in Tidings.</translation>
    </message>
    <message>
        <source>Given by somebody who is {count} steps from the feed&apos;s author.</source>
        <translation>Gegeben von jemandem, {count} Schritte vom Verfasser des Feeds entfernt.</translation>
    </message>
    <message>
        <source>Given by somebody whom the feed&apos;s author trusts.</source>
        <translation>Gegeben von jemandem, dem der Verfasser des Feeds vertraut.</translation>
    </message>
    <message>
        <source>Given by the feed&apos;s author.</source>
        <translation>Gegeben vom Verfasser des Feeds.</translation>
    </message>
    <message>
        <source>Go on here</source>
        <translation>Hier weitermachen</translation>
    </message>
    <message>
        <source>Go on with {name} here?</source>
        <translation>Mit {name} hier weitermachen?</translation>
    </message>
    <message>
        <source>Go online until a reader of it is connected. Only if no other copy of this profile exists and nothing was published after the backup, continue all the same: two histories would destroy the feed.</source>
        <translation>Bleib online, bis jemand verbunden ist, der ihn liest. Setze ihn nur dann trotzdem fort, wenn es keine andere Kopie dieses Profils gibt und nach der Sicherung nichts veröffentlicht wurde: Zwei Verläufe würden den Feed zerstören.</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Go to a channel, a person or a page</source>
        <translation>Zu einem Kanal, einer Person oder einer Seite gehen</translation>
    </message>
    <message>
        <source>Go to a date</source>
        <translation>Zu einem Datum gehen</translation>
    </message>
    <message>
        <source>Go to a day</source>
        <translation>Zu einem Tag gehen</translation>
    </message>
    <message>
        <source>Go to that message</source>
        <translation>Zu dieser Nachricht</translation>
    </message>
    <message>
        <source>Go to the message it answers</source>
        <translation>Zur Nachricht gehen, auf die geantwortet wird</translation>
    </message>
    <message>
        <source>Go to the newest message, {news}</source>
        <translation>Zur neuesten Nachricht gehen, {news}</translation>
    </message>
    <message>
        <source>Go to what it answers</source>
        <translation>Zum beantworteten Kommentar</translation>
    </message>
    <message>
        <source>Go to…</source>
        <translation>Gehe zu …</translation>
    </message>
    <message>
        <source>Going somewhere</source>
        <translation>Irgendwohin gehen</translation>
    </message>
    <message>
        <source>Greeting</source>
        <translation>Begrüßung</translation>
    </message>
    <message>
        <source>Greeting for {time}; nothing is known of it before.</source>
        <translation>Begrüßt einander, schon {time}; vorher ist nichts über sie bekannt.</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>Hash</translation>
    </message>
    <message>
        <source>Have somebody let you comment first. Only to read, dial a Tidings as “tidings:HOST:PORT”.</source>
        <translation>Lass dir zuerst erlauben zu kommentieren. Nur zum Lesen wähle ein Tidings an, als „tidings:HOST:PORT“.</translation>
    </message>
    <message>
        <source>Have your own renewed first; then you can renew theirs.</source>
        <translation>Lass zuerst dein eigenes erneuern; dann kannst du ihres erneuern.</translation>
    </message>
    <message>
        <source>Hears nothing more of them</source>
        <translation>Hört nichts mehr von dem Mitglied</translation>
    </message>
    <message>
        <source>Hears them again</source>
        <translation>Hört das Mitglied wieder</translation>
    </message>
    <message>
        <source>Heart</source>
        <translation>Herz</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Here {wanted} is needed.</source>
        <translation>Hier gebraucht: {wanted}.</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Ausgeblendet</translation>
    </message>
    <message>
        <source>Hidden by you</source>
        <translation>Von dir ausgeblendet</translation>
    </message>
    <message>
        <source>Hidden by {name}</source>
        <translation>Von {name} ausgeblendet</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide all they say</source>
        <translation>Alles von dieser Person ausblenden</translation>
    </message>
    <message>
        <source>Hide the passphrase</source>
        <translation>Passphrase verbergen</translation>
    </message>
    <message>
        <source>Hide this message?</source>
        <translation>Diese Nachricht ausblenden?</translation>
    </message>
    <message>
        <source>Hide this message…</source>
        <translation>Diese Nachricht ausblenden …</translation>
    </message>
    <message>
        <source>Hide this window first</source>
        <translation>Dieses Fenster zuerst verbergen</translation>
    </message>
    <message>
        <source>Hide what they say</source>
        <translation>Kommentare ausblenden</translation>
    </message>
    <message>
        <source>Hide {name}</source>
        <translation>{name} ausblenden</translation>
    </message>
    <message>
        <source>Hide {name}?</source>
        <translation>{name} ausblenden?</translation>
    </message>
    <message>
        <source>Hide {name}…</source>
        <translation>{name} ausblenden …</translation>
    </message>
    <message>
        <source>Hide…</source>
        <translation>Ausblenden …</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>History of a file</source>
        <translation>Verlauf einer Datei</translation>
    </message>
    <message>
        <source>History…</source>
        <translation>Verlauf …</translation>
    </message>
    <message>
        <source>Hold the code in front of the camera.</source>
        <translation>Halte den Code vor die Kamera.</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>How fast people answer</source>
        <translation>Wie schnell geantwortet wird</translation>
    </message>
    <message>
        <source>How others will see them</source>
        <translation>Wie andere sie sehen werden</translation>
    </message>
    <message>
        <source>How sound the data is</source>
        <translation>Wie heil die Daten sind</translation>
    </message>
    <message>
        <source>I have an invite</source>
        <translation>Ich habe eine Einladung</translation>
    </message>
    <message>
        <source>I was given a permission</source>
        <translation>Ich habe eine Erlaubnis bekommen</translation>
    </message>
    <message>
        <source>I was given an invite code</source>
        <translation>Ich habe einen Einladungscode bekommen</translation>
    </message>
    <message>
        <source>If the feed has an author, show your key for comments to them, or to somebody who may comment; a feed that you left has to be followed again first.</source>
        <translation>Wenn der Feed einen Autor hat, zeig ihm deinen Schlüssel für Kommentare, oder jemandem, der kommentieren darf; einem Feed, den du verlassen hast, musst du zuerst wieder folgen.</translation>
    </message>
    <message>
        <source>If they do not come back, ask another member for a new invite.</source>
        <translation>Kommen sie nicht zurück, bitte ein anderes Mitglied um eine neue Einladung.</translation>
    </message>
    <message>
        <source>If you have moved the file “key”, put it back. Else move the profile&apos;s folder away; then “Restore backup” on the first page, or “tidings restore FILE”, brings a backup back.</source>
        <translation>Hast du die Datei „key“ verschoben, lege sie zurück. Sonst verschiebe den Ordner des Profils; dann bringt „Sicherung zurückholen“ auf der ersten Seite oder „tidings restore DATEI“ eine Sicherung zurück.</translation>
    </message>
    <message>
        <source>If you would rather have this, forget that folder first, then try again.</source>
        <translation>Wenn du lieber dies hättest, vergiss zuerst jenen Ordner und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Image or file</source>
        <translation>Bild oder Datei</translation>
    </message>
    <message>
        <source>In use elsewhere</source>
        <translation>Anderswo in Gebrauch</translation>
    </message>
    <message>
        <source>In {channels}</source>
        <translation>In {channels}</translation>
    </message>
    <message>
        <source>Install the newer version here, too, then try again.</source>
        <translation>Installiere auch hier die neuere Version und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Install the newer version, or use another profile with “--profile DIR”.</source>
        <translation>Installiere die neuere Version oder nimm mit „--profile DIR“ ein anderes Profil.</translation>
    </message>
    <message>
        <source>Invite delivered</source>
        <translation>Einladung zugestellt</translation>
    </message>
    <message>
        <source>Invite received</source>
        <translation>Einladung erhalten</translation>
    </message>
    <message>
        <source>Invite somebody else</source>
        <translation>Jemand anderen einladen</translation>
    </message>
    <message>
        <source>Invite someone</source>
        <translation>Jemanden einladen</translation>
    </message>
    <message>
        <source>Invite taken up</source>
        <translation>Einladung angenommen</translation>
    </message>
    <message>
        <source>Invite to {channel}</source>
        <translation>In {channel} einladen</translation>
    </message>
    <message>
        <source>Is called {text} now.</source>
        <translation>Heißt jetzt {text}.</translation>
    </message>
    <message>
        <source>Is it really them?</source>
        <translation>Sind sie es wirklich?</translation>
    </message>
    <message>
        <source>It comes as soon as somebody who has it is connected.</source>
        <translation>Es kommt, sobald jemand verbunden ist, der es hat.</translation>
    </message>
    <message>
        <source>It comes right when its owner shares it anew; the others are not touched.</source>
        <translation>Sie wird richtig, wenn ihr Besitzer sie neu teilt; die anderen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>It comes with roles</source>
        <translation>Der Link bringt Rollen mit</translation>
    </message>
    <message>
        <source>It does not end.</source>
        <translation>Sie endet nicht.</translation>
    </message>
    <message>
        <source>It does so until Tidings takes that back, also when this computer is just cut off.</source>
        <translation>Das tut er, bis Tidings es zurücknimmt, auch wenn dieser Computer einfach ausgeht.</translation>
    </message>
    <message>
        <source>It ended on {day}.</source>
        <translation>Sie endete am {day}.</translation>
    </message>
    <message>
        <source>It gets a private channel of the same name, which you own.</source>
        <translation>Sie bekommt einen privaten Kanal gleichen Namens, der dir gehört.</translation>
    </message>
    <message>
        <source>It goes from the list of channels, and nothing of it is stored here any more until you take this back.</source>
        <translation>Er verschwindet aus der Liste der Kanäle, und nichts davon wird hier mehr gespeichert, bis du das zurücknimmst.</translation>
    </message>
    <message>
        <source>It goes on by itself as soon as a member is online.</source>
        <translation>Es geht von selbst weiter, sobald ein Mitglied online ist.</translation>
    </message>
    <message>
        <source>It goes out as soon as both of you are online at the same time.</source>
        <translation>Sie geht hinaus, sobald ihr beide zur gleichen Zeit online seid.</translation>
    </message>
    <message>
        <source>It has used the room on your disk that it may take. Newer entries come as older ones that you have read make room; a larger limit brings all of it.</source>
        <translation>Er hat den Platz auf deiner Festplatte belegt, den er haben darf. Neuere Einträge kommen, wenn ältere, die du gelesen hast, Platz machen; eine höhere Grenze bringt alles.</translation>
    </message>
    <message>
        <source>It holds until {day}.</source>
        <translation>Sie gilt bis {day}.</translation>
    </message>
    <message>
        <source>It is a community</source>
        <translation>Es ist eine Gemeinschaft</translation>
    </message>
    <message>
        <source>It is a feed</source>
        <translation>Es ist ein Feed</translation>
    </message>
    <message>
        <source>It is a shared folder</source>
        <translation>Es ist ein geteilter Ordner</translation>
    </message>
    <message>
        <source>It is asked again by itself; if that goes on, start the router anew.</source>
        <translation>Er wird von selbst noch einmal gebeten; geht das so weiter, starte den Router neu.</translation>
    </message>
    <message>
        <source>It is asked while the window or “tidings serve” runs.</source>
        <translation>Er wird gebeten, solange das Fenster oder „tidings serve“ läuft.</translation>
    </message>
    <message>
        <source>It is damaged: restore a backup, or run “tidings doctor” to see what is damaged.</source>
        <translation>Sie ist beschädigt: Stelle eine Sicherung wieder her, oder „tidings doctor“ zeigt, was beschädigt ist.</translation>
    </message>
    <message>
        <source>It is encrypted.</source>
        <translation>Sie ist verschlüsselt.</translation>
    </message>
    <message>
        <source>It is folded away for those who let you moderate, and for you.</source>
        <translation>Sie wird für alle eingeklappt, die dich moderieren lassen, und für dich.</translation>
    </message>
    <message>
        <source>It is folded away for you alone. Others still see it.</source>
        <translation>Sie wird nur für dich eingeklappt. Andere sehen sie weiterhin.</translation>
    </message>
    <message>
        <source>It is for your own list.</source>
        <translation>Er ist für deine eigene Liste.</translation>
    </message>
    <message>
        <source>It is how the members see them.</source>
        <translation>So sehen die Mitglieder sie.</translation>
    </message>
    <message>
        <source>It is not dialled: it comes back by itself, or is reached at another address.</source>
        <translation>Sie wird nicht angewählt: Sie kommt von selbst zurück oder wird unter einer anderen Adresse erreicht.</translation>
    </message>
    <message>
        <source>It is not encrypted.</source>
        <translation>Sie ist nicht verschlüsselt.</translation>
    </message>
    <message>
        <source>It is not here yet: fetch it first, then drag it.</source>
        <translation>Sie ist noch nicht hier: Hol sie zuerst und zieh sie dann.</translation>
    </message>
    <message>
        <source>It is sent as it is, with all that is written inside it.</source>
        <translation>Es wird gesendet, wie es ist, mit allem, was darin steht.</translation>
    </message>
    <message>
        <source>It is shared once it stays as it is for a while, the longer the oftener it changed; or move it elsewhere.</source>
        <translation>Sie wird geteilt, sobald sie eine Weile so bleibt, umso länger, je öfter sie sich geändert hat; oder verschiebe sie woandershin.</translation>
    </message>
    <message>
        <source>It is sound.</source>
        <translation>Sie ist heil.</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>Es wird von selbst wieder versucht.</translation>
    </message>
    <message>
        <source>It is tried again by itself; check that Tidings runs there.</source>
        <translation>Es wird von selbst wieder versucht; prüfe, ob Tidings dort läuft.</translation>
    </message>
    <message>
        <source>It is tried again by itself; or choose another directory.</source>
        <translation>Es wird von selbst wieder versucht; oder wähle ein anderes Verzeichnis.</translation>
    </message>
    <message>
        <source>It is tried again in {time}.</source>
        <translation>Es wird wieder versucht: noch {time}.</translation>
    </message>
    <message>
        <source>It lies nowhere on this computer: files are only fetched to be looked at.</source>
        <translation>Er liegt nirgends auf diesem Computer: Dateien werden nur zum Ansehen geholt.</translation>
    </message>
    <message>
        <source>It lies nowhere on this computer: nothing is shared now.</source>
        <translation>Er liegt nirgends auf diesem Computer: Zurzeit wird nichts geteilt.</translation>
    </message>
    <message>
        <source>It may be another program or a damaged version.</source>
        <translation>Vielleicht ist es ein anderes Programm oder eine beschädigte Version.</translation>
    </message>
    <message>
        <source>It may be another version; update both.</source>
        <translation>Vielleicht ist es eine andere Version; bringt beide auf den neuesten Stand.</translation>
    </message>
    <message>
        <source>It may have been used already, or belong to another profile; make a new request.</source>
        <translation>Vielleicht wurde sie schon benutzt oder gehört zu einem anderen Profil; mache eine neue Anfrage.</translation>
    </message>
    <message>
        <source>It may take as much of your disk as the settings allow.</source>
        <translation>Er darf so viel von deiner Festplatte belegen, wie die Einstellungen erlauben.</translation>
    </message>
    <message>
        <source>It may take {size} of your disk.</source>
        <translation>Er darf {size} deiner Festplatte belegen.</translation>
    </message>
    <message>
        <source>It opens outside Tidings. Whoever runs that place will see that you came.</source>
        <translation>Er öffnet sich außerhalb von Tidings. Wer diesen Ort betreibt, sieht, dass du da warst.</translation>
    </message>
    <message>
        <source>It speaks {wire}.</source>
        <translation>Sie spricht {wire}.</translation>
    </message>
    <message>
        <source>It takes {size} now.</source>
        <translation>Er belegt jetzt {size}.</translation>
    </message>
    <message>
        <source>It was last here {time} ago.</source>
        <translation>Zuletzt hier: {time} her.</translation>
    </message>
    <message>
        <source>Its address is remembered over restarts.</source>
        <translation>Ihre Adresse wird über Neustarts hinweg behalten.</translation>
    </message>
    <message>
        <source>Its author has published nothing so far.</source>
        <translation>Sein Verfasser hat bisher nichts veröffentlicht.</translation>
    </message>
    <message>
        <source>Its content is not here.</source>
        <translation>Ihr Inhalt ist nicht hier.</translation>
    </message>
    <message>
        <source>Its files were removed.</source>
        <translation>Seine Dateien wurden entfernt.</translation>
    </message>
    <message>
        <source>Its key</source>
        <translation>Sein Schlüssel</translation>
    </message>
    <message>
        <source>Its key is the fingerprint of exactly these files: they can be handed on by anyone and never change. Nothing can be added later.</source>
        <translation>Sein Schlüssel ist der Fingerabdruck genau dieser Dateien: Jeder kann sie weitergeben, und sie ändern sich nie. Später kann nichts hinzugefügt werden.</translation>
    </message>
    <message>
        <source>Its link named people who moderate. See “Moderation” on the community&apos;s page.</source>
        <translation>Der Link nannte Leute, die moderieren. Sieh auf der Seite der Gemeinschaft unter „Moderation“ nach.</translation>
    </message>
    <message>
        <source>Its name is for you alone, to tell it from the others on this computer.</source>
        <translation>Der Name ist nur für dich, um es von den anderen auf diesem Computer zu unterscheiden.</translation>
    </message>
    <message>
        <source>Its name, as those see it who get its link</source>
        <translation>Sein Name, wie ihn sieht, wer seinen Link bekommt</translation>
    </message>
    <message>
        <source>Its own channel was forgotten here.</source>
        <translation>Ihr eigener Kanal wurde hier vergessen.</translation>
    </message>
    <message>
        <source>Its own channel: {name}</source>
        <translation>Ihr eigener Kanal: {name}</translation>
    </message>
    <message>
        <source>Its owner shares nothing in it just now.</source>
        <translation>Sein Besitzer teilt darin zurzeit nichts.</translation>
    </message>
    <message>
        <source>JSON lines: every signed message with its keys and hashes.</source>
        <translation>JSON-Zeilen: jede unterschriebene Nachricht mit ihren Schlüsseln und Hashes.</translation>
    </message>
    <message>
        <source>Jan</source>
        <translation>Jan.</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Beitreten</translation>
    </message>
    <message>
        <source>Join a community</source>
        <translation>Einer Gemeinschaft beitreten</translation>
    </message>
    <message>
        <source>Join again</source>
        <translation>Wieder beitreten</translation>
    </message>
    <message>
        <source>Join one first.</source>
        <translation>Tritt zuerst einer bei.</translation>
    </message>
    <message>
        <source>Join or request an invite</source>
        <translation>Beitreten oder um Einladung bitten</translation>
    </message>
    <message>
        <source>Join with a code</source>
        <translation>Mit einem Code beitreten</translation>
    </message>
    <message>
        <source>Joined.</source>
        <translation>Kam dazu.</translation>
    </message>
    <message>
        <source>Joins a channel, or makes it</source>
        <translation>Tritt einem Kanal bei oder legt ihn an</translation>
    </message>
    <message>
        <source>Jul</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>Jun</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>Keep it open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Keep quiet connections of feeds alive more seldom</source>
        <translation>Stille Verbindungen von Feeds seltener am Leben halten</translation>
    </message>
    <message>
        <source>Key (secret: whoever has it is in)</source>
        <translation>Schlüssel (geheim: Wer ihn hat, ist dabei)</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind of feed</source>
        <translation>Art des Feeds</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Last changed {when}</source>
        <translation>Zuletzt geändert {when}</translation>
    </message>
    <message>
        <source>Last trouble</source>
        <translation>Letzte Störung</translation>
    </message>
    <message>
        <source>Laughing</source>
        <translation>Lachend</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave files unsent?</source>
        <translation>Dateien nicht senden?</translation>
    </message>
    <message>
        <source>Leave it first, while others are connected: else they go on listing you.</source>
        <translation>Verlass sie zuerst, solange andere verbunden sind: Sonst führen sie dich weiter als Mitglied.</translation>
    </message>
    <message>
        <source>Leave {name}?</source>
        <translation>{name} verlassen?</translation>
    </message>
    <message>
        <source>Leaves this channel, after a question</source>
        <translation>Verlässt diesen Kanal, nach einer Rückfrage</translation>
    </message>
    <message>
        <source>Leaves this channel, or another one</source>
        <translation>Verlässt diesen Kanal oder einen anderen</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>Verlassen …</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Left.</source>
        <translation>Ging.</translation>
    </message>
    <message>
        <source>Let in as {path}. Key {key}</source>
        <translation>Eingelassen als {path}. Schlüssel {key}</translation>
    </message>
    <message>
        <source>Let in by the owner of {channel}.</source>
        <translation>Eingelassen vom Eigentümer von {channel}.</translation>
    </message>
    <message>
        <source>Let in by way of</source>
        <translation>Eingelassen über</translation>
    </message>
    <message>
        <source>Let in by you.</source>
        <translation>Von dir eingelassen.</translation>
    </message>
    <message>
        <source>Let in by {name}, a member.</source>
        <translation>Eingelassen von {name}, einem Mitglied.</translation>
    </message>
    <message>
        <source>Let somebody comment on {feed}</source>
        <translation>Erlaubnis, {feed} zu kommentieren</translation>
    </message>
    <message>
        <source>Let somebody comment…</source>
        <translation>Jemanden kommentieren lassen …</translation>
    </message>
    <message>
        <source>Let somebody in</source>
        <translation>Jemanden einlassen</translation>
    </message>
    <message>
        <source>Let somebody into the community</source>
        <translation>Jemanden in die Gemeinschaft einlassen</translation>
    </message>
    <message>
        <source>Let somebody in…</source>
        <translation>Jemanden einlassen …</translation>
    </message>
    <message>
        <source>Let them comment</source>
        <translation>Kommentieren lassen</translation>
    </message>
    <message>
        <source>Let this desktop&apos;s key ring open the profile</source>
        <translation>Den Schlüsselbund dieses Desktops das Profil öffnen lassen</translation>
    </message>
    <message>
        <source>Lets somebody into this channel</source>
        <translation>Lässt jemanden in diesen Kanal</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Licences of what it is made of…</source>
        <translation>Lizenzen der Bestandteile …</translation>
    </message>
    <message>
        <source>Lift the ban</source>
        <translation>Sperre aufheben</translation>
    </message>
    <message>
        <source>Lift the ban if you want it back.</source>
        <translation>Hebe die Sperre auf, wenn du sie zurückhaben willst.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light skin tone</source>
        <translation>Helle Hautfarbe</translation>
    </message>
    <message>
        <source>Limit in megabytes</source>
        <translation>Grenze in Megabyte</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Link and code of this folder</source>
        <translation>Link und Code dieses Ordners</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Lists the channels</source>
        <translation>Zeigt die Kanäle</translation>
    </message>
    <message>
        <source>Lists the members</source>
        <translation>Zeigt die Mitglieder</translation>
    </message>
    <message>
        <source>Lists these commands</source>
        <translation>Zeigt diese Befehle</translation>
    </message>
    <message>
        <source>Loading messages</source>
        <translation>Nachrichten werden geladen</translation>
    </message>
    <message>
        <source>Local discovery does not work here. {reason} Give others your address instead.</source>
        <translation>Die lokale Suche funktioniert hier nicht. {reason} Gib anderen stattdessen deine Adresse.</translation>
    </message>
    <message>
        <source>Local discovery does not work here: {reason}</source>
        <translation>Die lokale Suche funktioniert hier nicht: {reason}</translation>
    </message>
    <message>
        <source>Local discovery is off, so people on the same network do not find you.</source>
        <translation>Die lokale Suche ist aus, deshalb finden dich Leute im selben Netz nicht.</translation>
    </message>
    <message>
        <source>Local discovery is off: people on the same network need your address.</source>
        <translation>Die lokale Suche ist aus: Leute im selben Netz brauchen deine Adresse.</translation>
    </message>
    <message>
        <source>Local discovery is on: people on the same network find each other by themselves.</source>
        <translation>Die lokale Suche ist an: Leute im selben Netz finden einander von selbst.</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>Jetzt sperren</translation>
    </message>
    <message>
        <source>Lock when nobody has touched it for</source>
        <translation>Sperren, wenn es niemand berührt hat seit</translation>
    </message>
    <message>
        <source>Look at connections</source>
        <translation>Verbindungen ansehen</translation>
    </message>
    <message>
        <source>Look at members</source>
        <translation>Mitglieder ansehen</translation>
    </message>
    <message>
        <source>Look at the channel&apos;s posts; it may not have arrived yet.</source>
        <translation>Sieh in den Nachrichten des Kanals nach; vielleicht ist sie noch nicht eingetroffen.</translation>
    </message>
    <message>
        <source>Look at the feed&apos;s comments; it may not have arrived yet.</source>
        <translation>Sieh in den Kommentaren des Feeds nach; vielleicht ist er noch nicht eingetroffen.</translation>
    </message>
    <message>
        <source>Look at the list of peers.</source>
        <translation>Sieh in der Liste der Gegenstellen nach.</translation>
    </message>
    <message>
        <source>Look at the list of people there.</source>
        <translation>Sieh in der Liste der Leute dort nach.</translation>
    </message>
    <message>
        <source>Look at the list of your channels.</source>
        <translation>Sieh in der Liste deiner Kanäle nach.</translation>
    </message>
    <message>
        <source>Look at the list of your communities, or join it by its key or link.</source>
        <translation>Sieh in der Liste deiner Gemeinschaften nach oder tritt ihr mit ihrem Schlüssel oder Link bei.</translation>
    </message>
    <message>
        <source>Look at the list of your identities.</source>
        <translation>Sieh in der Liste deiner Identitäten nach.</translation>
    </message>
    <message>
        <source>Look at the list of your open requests, or make a new one.</source>
        <translation>Sieh in der Liste deiner offenen Anfragen nach oder mache eine neue.</translation>
    </message>
    <message>
        <source>Look at the screen</source>
        <translation>Auf dem Bildschirm suchen</translation>
    </message>
    <message>
        <source>Look at what there is: it may have been removed, or have another name.</source>
        <translation>Sieh nach, was es gibt: Vielleicht wurde sie entfernt oder heißt anders.</translation>
    </message>
    <message>
        <source>Look for a newer version.</source>
        <translation>Sieh nach einer neueren Version.</translation>
    </message>
    <message>
        <source>Look there: if the profile is there, use it there alone; if not, continue your feeds here and begin again.</source>
        <translation>Sieh dort nach: Ist das Profil da, benutze es nur dort; wenn nicht, setze deine Feeds hier fort und fang noch einmal an.</translation>
    </message>
    <message>
        <source>Looking at the directory</source>
        <translation>Das Verzeichnis wird angesehen</translation>
    </message>
    <message>
        <source>Looking through everything</source>
        <translation>Alles wird durchgesehen</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Made on {day}.</source>
        <translation>Angelegt am {day}.</translation>
    </message>
    <message>
        <source>Made this channel and owns it.</source>
        <translation>Hat diesen Kanal angelegt; er gehört dieser Person.</translation>
    </message>
    <message>
        <source>Made this channel.</source>
        <translation>Hat diesen Kanal angelegt.</translation>
    </message>
    <message>
        <source>Main profile</source>
        <translation>Hauptprofil</translation>
    </message>
    <message>
        <source>Make a channel of your own first, then open the link again.</source>
        <translation>Lege zuerst einen eigenen Kanal an und öffne den Link dann noch einmal.</translation>
    </message>
    <message>
        <source>Make a community of your own</source>
        <translation>Eine eigene Gemeinschaft gründen</translation>
    </message>
    <message>
        <source>Make a fixed feed from its files.</source>
        <translation>Mach aus seinen Dateien einen festen Feed.</translation>
    </message>
    <message>
        <source>Make a new request</source>
        <translation>Neue Anfrage machen</translation>
    </message>
    <message>
        <source>Make a new request and show it to the member again.</source>
        <translation>Mache eine neue Anfrage und zeige sie dem Mitglied noch einmal.</translation>
    </message>
    <message>
        <source>Make administrator…</source>
        <translation>Zum Verwalter machen …</translation>
    </message>
    <message>
        <source>Make and join</source>
        <translation>Anlegen und beitreten</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Make moderator…</source>
        <translation>Zum Moderator machen …</translation>
    </message>
    <message>
        <source>Make that folder first, or name another place.</source>
        <translation>Lege diesen Ordner zuerst an oder nenne einen anderen Ort.</translation>
    </message>
    <message>
        <source>Make the community</source>
        <translation>Gemeinschaft gründen</translation>
    </message>
    <message>
        <source>Make the feed</source>
        <translation>Feed anlegen</translation>
    </message>
    <message>
        <source>Make the report</source>
        <translation>Bericht erstellen</translation>
    </message>
    <message>
        <source>Make {name} {role}?</source>
        <translation>Soll {name} {role} werden?</translation>
    </message>
    <message>
        <source>Makes somebody a moderator</source>
        <translation>Macht jemanden zum Moderator</translation>
    </message>
    <message>
        <source>Makes somebody an administrator</source>
        <translation>Macht jemanden zum Verwalter</translation>
    </message>
    <message>
        <source>Mar</source>
        <translation>März</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>Als gelesen markieren</translation>
    </message>
    <message>
        <source>Mark as verified</source>
        <translation>Als geprüft markieren</translation>
    </message>
    <message>
        <source>Mark everything as read</source>
        <translation>Alles als gelesen markieren</translation>
    </message>
    <message>
        <source>Marks this channel as read</source>
        <translation>Markiert diesen Kanal als gelesen</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>May </source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>May write here for ever.</source>
        <translation>Darf hier für immer schreiben.</translation>
    </message>
    <message>
        <source>May write here {until}.</source>
        <translation>Darf hier schreiben {until}.</translation>
    </message>
    <message>
        <source>May write here.</source>
        <translation>Darf hier schreiben.</translation>
    </message>
    <message>
        <source>Medium skin tone</source>
        <translation>Mittlere Hautfarbe</translation>
    </message>
    <message>
        <source>Medium-dark skin tone</source>
        <translation>Mitteldunkle Hautfarbe</translation>
    </message>
    <message>
        <source>Medium-light skin tone</source>
        <translation>Mittelhelle Hautfarbe</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Members ({count})</source>
        <translation>Mitglieder ({count})</translation>
    </message>
    <message>
        <source>Members appear here once they have written.</source>
        <translation>Mitglieder erscheinen hier, sobald sie geschrieben haben.</translation>
    </message>
    <message>
        <source>Mention</source>
        <translation>Erwähnen</translation>
    </message>
    <message>
        <source>Mentions and replies</source>
        <translation>Erwähnungen und Antworten</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Message details</source>
        <translation>Einzelheiten der Nachricht</translation>
    </message>
    <message>
        <source>Message folded away</source>
        <translation>Nachricht eingeklappt</translation>
    </message>
    <message>
        <source>Message not here</source>
        <translation>Nachricht nicht hier</translation>
    </message>
    <message>
        <source>Message taken back</source>
        <translation>Nachricht zurückgezogen</translation>
    </message>
    <message>
        <source>Message {name}</source>
        <translation>Nachricht an {name}</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Messages appear here as they arrive. You need not wait.</source>
        <translation>Nachrichten erscheinen hier, sobald sie eintreffen. Du musst nicht warten.</translation>
    </message>
    <message>
        <source>Messages are saved here and go out as soon as another member connects.</source>
        <translation>Nachrichten werden hier gespeichert und gehen hinaus, sobald sich ein anderes Mitglied verbindet.</translation>
    </message>
    <message>
        <source>Messages arrive when another member is online at the same time as you.</source>
        <translation>Nachrichten treffen ein, wenn ein anderes Mitglied zur gleichen Zeit online ist wie du.</translation>
    </message>
    <message>
        <source>Messages found</source>
        <translation>Gefundene Nachrichten</translation>
    </message>
    <message>
        <source>Messages go on arriving; an icon in the system&apos;s tray brings the window back.</source>
        <translation>Nachrichten treffen weiter ein; ein Symbol in der Leiste des Systems bringt das Fenster zurück.</translation>
    </message>
    <message>
        <source>Messages still arrive while it is locked; to see them the passphrase is needed. It protects against who sits down at this computer, not against who takes it apart while Tidings runs.</source>
        <translation>Auch gesperrt kommen Nachrichten an; um sie zu sehen, braucht es die Passphrase. Das schützt vor dem, der sich an diesen Rechner setzt, nicht vor dem, der ihn auseinandernimmt, während Tidings läuft.</translation>
    </message>
    <message>
        <source>Messages still arrive. Open or quit Tidings by its icon in the tray.</source>
        <translation>Nachrichten treffen weiter ein. Öffne oder beende Tidings über sein Symbol in der Leiste.</translation>
    </message>
    <message>
        <source>Messages travel only while somebody who has them is online at the same time as you. What you write is saved and goes out when another member of {community} connects.</source>
        <translation>Nachrichten reisen nur, solange jemand, der sie hat, zur gleichen Zeit online ist wie du. Was du schreibst, wird gespeichert und geht hinaus, sobald sich ein anderes Mitglied von {community} verbindet.</translation>
    </message>
    <message>
        <source>Moderation</source>
        <translation>Moderation</translation>
    </message>
    <message>
        <source>Moderator</source>
        <translation>Moderator</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Month after</source>
        <translation>Monat danach</translation>
    </message>
    <message>
        <source>Month before</source>
        <translation>Monat davor</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More about {channel}</source>
        <translation>Mehr zu {channel}</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move it elsewhere; the file then comes by itself.</source>
        <translation>Verschieb es anderswohin; die Datei kommt dann von selbst.</translation>
    </message>
    <message>
        <source>Move the channel down</source>
        <translation>Kanal nach unten schieben</translation>
    </message>
    <message>
        <source>Move the channel up</source>
        <translation>Kanal nach oben schieben</translation>
    </message>
    <message>
        <source>Move the profile&apos;s folder away; then “Restore backup” on the first page, or “tidings restore FILE”, brings a backup back.</source>
        <translation>Verschiebe den Ordner des Profils; dann bringt „Sicherung zurückholen“ auf der ersten Seite oder „tidings restore DATEI“ eine Sicherung zurück.</translation>
    </message>
    <message>
        <source>Move to another computer</source>
        <translation>Auf einen anderen Rechner umziehen</translation>
    </message>
    <message>
        <source>Move to another computer…</source>
        <translation>Auf einen anderen Rechner umziehen…</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message numerus="yes">
        <source>Mute notifications for %n hours</source>
        <translation>
            <numerusform>Benachrichtigungen %Ln Stunde lang stummschalten</numerusform>
            <numerusform>Benachrichtigungen %Ln Stunden lang stummschalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>Stumm</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name (those who follow it by its link see it at first)</source>
        <translation>Name (wer ihm über seinen Link folgt, sieht ihn zuerst)</translation>
    </message>
    <message>
        <source>Name (those who join by its link see it at first)</source>
        <translation>Name (wer über ihren Link beitritt, sieht ihn zuerst)</translation>
    </message>
    <message>
        <source>Name all that are in it, or another folder.</source>
        <translation>Nenne alle, die darin sind, oder einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Name an empty folder, or one that is not there yet.</source>
        <translation>Nenne einen leeren Ordner oder einen, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>Name of the channel</source>
        <translation>Name des Kanals</translation>
    </message>
    <message>
        <source>Name of the community</source>
        <translation>Name der Gemeinschaft</translation>
    </message>
    <message>
        <source>Name of the feed</source>
        <translation>Name des Feeds</translation>
    </message>
    <message>
        <source>Name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>Names of channels and feeds</source>
        <translation>Namen der Kanäle und Feeds</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Braucht Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New channel</source>
        <translation>Neuer Kanal</translation>
    </message>
    <message>
        <source>New channel in {community}</source>
        <translation>Neuer Kanal in {community}</translation>
    </message>
    <message>
        <source>New channel…</source>
        <translation>Neuer Kanal …</translation>
    </message>
    <message>
        <source>New community</source>
        <translation>Neue Gemeinschaft</translation>
    </message>
    <message>
        <source>New feed</source>
        <translation>Neuer Feed</translation>
    </message>
    <message>
        <source>New identity</source>
        <translation>Neue Identität</translation>
    </message>
    <message>
        <source>New identity…</source>
        <translation>Neue Identität …</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Neue Zeile</translation>
    </message>
    <message>
        <source>New messages go out and come in at once.</source>
        <translation>Neue Nachrichten gehen sofort hinaus und kommen sofort herein.</translation>
    </message>
    <message>
        <source>New passphrase</source>
        <translation>Neue Passphrase</translation>
    </message>
    <message>
        <source>New passphrase, once more</source>
        <translation>Neue Passphrase, noch einmal</translation>
    </message>
    <message>
        <source>New post in {channel}</source>
        <translation>Neue Nachricht in {channel}</translation>
    </message>
    <message>
        <source>New post to you in {channel}</source>
        <translation>Neue Nachricht an dich in {channel}</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>Neues Profil</translation>
    </message>
    <message>
        <source>New profile…</source>
        <translation>Neues Profil …</translation>
    </message>
    <message>
        <source>Newer match (Shift+Enter)</source>
        <translation>Neuerer Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Newest entry first</source>
        <translation>Neuester Eintrag zuerst</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Nächster Teil des Fensters</translation>
    </message>
    <message>
        <source>Next you show a code to the person who invites you.</source>
        <translation>Als Nächstes zeigst du der Person, die dich einlädt, einen Code.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No address of anybody is known here.</source>
        <translation>Hier ist von niemandem eine Adresse bekannt.</translation>
    </message>
    <message>
        <source>No channel is called so. You can make it: press “New channel”.</source>
        <translation>Kein Kanal heißt so. Du kannst ihn anlegen: Drücke „Neuer Kanal“.</translation>
    </message>
    <message>
        <source>No channel is known yet. They appear when another member is online.</source>
        <translation>Noch ist kein Kanal bekannt. Kanäle erscheinen, wenn ein anderes Mitglied online ist.</translation>
    </message>
    <message>
        <source>No copy of this profile was made before an update.</source>
        <translation>Vor einer Aktualisierung wurde keine Kopie dieses Profils gemacht.</translation>
    </message>
    <message>
        <source>No directory is chosen.</source>
        <translation>Kein Verzeichnis ist gewählt.</translation>
    </message>
    <message>
        <source>No emoji has such a name.</source>
        <translation>Kein Emoji heißt so.</translation>
    </message>
    <message>
        <source>No entries yet</source>
        <translation>Noch keine Einträge</translation>
    </message>
    <message>
        <source>No files</source>
        <translation>Keine Dateien</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>No files yet.</source>
        <translation>Noch keine Dateien.</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>No match yet: Enter searches on</source>
        <translation>Noch kein Treffer: Eingabe sucht weiter</translation>
    </message>
    <message>
        <source>No message holds all of these words. Try fewer, or only a beginning.</source>
        <translation>Keine Nachricht enthält alle diese Wörter. Versuche weniger oder nur einen Anfang.</translation>
    </message>
    <message>
        <source>No message of this channel holds all of these words.</source>
        <translation>Keine Nachricht dieses Kanals enthält alle diese Wörter.</translation>
    </message>
    <message>
        <source>No messages yet</source>
        <translation>Noch keine Nachrichten</translation>
    </message>
    <message>
        <source>No other copy that we know of</source>
        <translation>Keine andere Kopie, von der wir wissen</translation>
    </message>
    <message>
        <source>No peers yet. People on the same network appear by themselves; add the address of others below, or scan their code.</source>
        <translation>Noch keine Gegenstellen. Leute im selben Netz erscheinen von selbst; trage unten die Adresse anderer ein oder scanne ihren Code.</translation>
    </message>
    <message>
        <source>No port is open here, so nobody can reach this computer.</source>
        <translation>Hier ist kein Port offen, deshalb kann niemand diesen Computer erreichen.</translation>
    </message>
    <message>
        <source>No router has answered that it could let others through.</source>
        <translation>Kein Router hat geantwortet, dass er andere durchlassen könnte.</translation>
    </message>
    <message>
        <source>No router is asked to let others through.</source>
        <translation>Kein Router wird gebeten, andere durchzulassen.</translation>
    </message>
    <message>
        <source>No skin tone</source>
        <translation>Keine Hautfarbe</translation>
    </message>
    <message>
        <source>No such member of “{detail}” has asked for a fresh link.</source>
        <translation>Kein solches Mitglied von „{detail}“ hat um ein neues Schreibrecht gebeten.</translation>
    </message>
    <message>
        <source>No such name here</source>
        <translation>Hier gibt es keinen solchen Namen</translation>
    </message>
    <message>
        <source>Nobody answered in time.</source>
        <translation>Niemand hat rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>Nobody connected</source>
        <translation>Niemand verbunden</translation>
    </message>
    <message>
        <source>Nobody could be reached at that address.</source>
        <translation>Unter dieser Adresse war niemand zu erreichen.</translation>
    </message>
    <message>
        <source>Nobody could be reached at {detail}.</source>
        <translation>Unter {detail} war niemand zu erreichen.</translation>
    </message>
    <message>
        <source>Nobody else has shown themselves yet.</source>
        <translation>Sonst hat sich noch niemand gezeigt.</translation>
    </message>
    <message>
        <source>Nobody else has this profile: if this computer is lost, only a backup brings it back. Make one now and then, and keep it on another disk. What arrives later comes again from others; what you make later, such as a new channel or feed, is only in a later backup.</source>
        <translation>Dieses Profil hat sonst niemand: Geht dieser Rechner verloren, holt es nur eine Sicherung zurück. Mach ab und zu eine und bewahre sie auf einem anderen Datenträger auf. Was später ankommt, kommt von anderen wieder; was du später anlegst, etwa ein neuer Kanal oder Feed, ist erst in einer späteren Sicherung.</translation>
    </message>
    <message>
        <source>Nobody else&apos;s name for it changes. Whom you let in or give a link later is told this one.</source>
        <translation>Bei anderen ändert sich nichts. Wen du später einlässt oder wem du einen Link gibst, der erfährt diesen Namen.</translation>
    </message>
    <message>
        <source>Nobody has commented on this entry yet.</source>
        <translation>Diesen Eintrag hat noch niemand kommentiert.</translation>
    </message>
    <message>
        <source>Nobody has commented yet.</source>
        <translation>Noch hat niemand kommentiert.</translation>
    </message>
    <message>
        <source>Nobody in this channel is called “{name}”.</source>
        <translation>Niemand in diesem Kanal heißt „{name}“.</translation>
    </message>
    <message>
        <source>Nobody in this community is called “{name}”. /names lists them all.</source>
        <translation>Niemand in dieser Gemeinschaft heißt „{name}“. /names zeigt alle.</translation>
    </message>
    <message>
        <source>Nobody is connected: the others go on listing you.</source>
        <translation>Niemand ist verbunden: Die anderen führen dich weiter als Mitglied.</translation>
    </message>
    <message>
        <source>Nobody is known here as “{detail}”.</source>
        <translation>Als „{detail}“ ist hier niemand bekannt.</translation>
    </message>
    <message>
        <source>Nobody is known here by that name or key.</source>
        <translation>Unter diesem Namen oder Schlüssel ist hier niemand bekannt.</translation>
    </message>
    <message>
        <source>Nobody is online</source>
        <translation>Niemand ist online</translation>
    </message>
    <message>
        <source>Nobody online</source>
        <translation>Niemand online</translation>
    </message>
    <message>
        <source>Nobody who follows this feed is connected, so it is not known whether it went on after the backup. Continue only if nothing was published since, and no other copy of this profile exists.</source>
        <translation>Es ist niemand verbunden, der diesem Feed folgt; darum ist nicht bekannt, ob er nach der Sicherung weiterging. Setze ihn nur fort, wenn seither nichts veröffentlicht wurde und es keine andere Kopie dieses Profils gibt.</translation>
    </message>
    <message>
        <source>Nobody who has it is connected.</source>
        <translation>Niemand, der es hat, ist verbunden.</translation>
    </message>
    <message>
        <source>Nobody who has it is connected: it comes as soon as somebody is.</source>
        <translation>Niemand, der es hat, ist verbunden: Es kommt, sobald es jemand ist.</translation>
    </message>
    <message>
        <source>Nobody who has the missing entries is connected.</source>
        <translation>Niemand, der die fehlenden Einträge hat, ist verbunden.</translation>
    </message>
    <message>
        <source>Nobody who has the rest is connected.</source>
        <translation>Niemand, der den Rest hat, ist verbunden.</translation>
    </message>
    <message>
        <source>Nobody who has this folder is connected, so it is not known whether it was changed after the backup. Go on only if it was not, and no other copy of this profile exists.</source>
        <translation>Es ist niemand verbunden, der diesen Ordner hat; darum ist nicht bekannt, ob er nach der Sicherung geändert wurde. Mach nur weiter, wenn das nicht so ist und es keine andere Kopie dieses Profils gibt.</translation>
    </message>
    <message>
        <source>None of the newest {count} messages is one of yours that could be changed.</source>
        <translation>Unter den neuesten {count} Nachrichten ist keine von dir, die geändert werden könnte.</translation>
    </message>
    <message>
        <source>Not a picture we can show</source>
        <translation>Kein Bild, das wir zeigen können</translation>
    </message>
    <message>
        <source>Not all of that has been downloaded yet.</source>
        <translation>Davon ist noch nicht alles heruntergeladen.</translation>
    </message>
    <message>
        <source>Not all of this picture has been downloaded yet. To download it, save it.</source>
        <translation>Dieses Bild ist noch nicht ganz heruntergeladen. Um es herunterzuladen, speichere es.</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Not connected for {time}.</source>
        <translation>Nicht verbunden, schon {time}.</translation>
    </message>
    <message>
        <source>Not connected. It was dialled {time} ago, in vain.</source>
        <translation>Nicht verbunden. Letzter Versuch, vergeblich: {time} her.</translation>
    </message>
    <message>
        <source>Not connected. It was here {time} ago.</source>
        <translation>Nicht verbunden. Zuletzt hier: {time} her.</translation>
    </message>
    <message>
        <source>Not followed</source>
        <translation>Nicht gefolgt</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>Nicht hier</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Not shared from here</source>
        <translation>Nicht von hier geteilt</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Nothing can be added to this dataset.</source>
        <translation>Zu diesem Datensatz kann nichts hinzukommen.</translation>
    </message>
    <message>
        <source>Nothing can be added to this dataset: {detail}.</source>
        <translation>Zu diesem Datensatz kann nichts hinzukommen: {detail}.</translation>
    </message>
    <message>
        <source>Nothing can be written into {directory}.</source>
        <translation>In {directory} kann nichts geschrieben werden.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing found in time</source>
        <translation>In der Zeit nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing found in time: a further word finds faster</source>
        <translation>In der Zeit nichts gefunden: Mit einem weiteren Wort geht es schneller</translation>
    </message>
    <message>
        <source>Nothing found yet</source>
        <translation>Noch nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing in here</source>
        <translation>Hier ist nichts</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nichts heißt so.</translation>
    </message>
    <message>
        <source>Nothing is chosen yet.</source>
        <translation>Noch ist nichts gewählt.</translation>
    </message>
    <message>
        <source>Nothing is downloaded and nothing is passed on until you resume it.</source>
        <translation>Nichts wird heruntergeladen und nichts weitergegeben, bis du ihn fortsetzt.</translation>
    </message>
    <message>
        <source>Nothing is fetched and nothing is given until you resume it.</source>
        <translation>Nichts wird geholt und nichts gegeben, bis du ihn fortsetzt.</translation>
    </message>
    <message>
        <source>Nothing is here yet</source>
        <translation>Noch ist nichts hier</translation>
    </message>
    <message>
        <source>Nothing is recorded or sent; it only looks for a code.</source>
        <translation>Nichts wird aufgenommen oder gesendet; es wird nur nach einem Code gesucht.</translation>
    </message>
    <message>
        <source>Nothing is shared yet</source>
        <translation>Noch wird nichts geteilt</translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>Noch ist nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing listens at that address.</source>
        <translation>Unter dieser Adresse hört niemand zu.</translation>
    </message>
    <message>
        <source>Nothing needs to be renewed; members whom you let in ask you when it is time.</source>
        <translation>Es muss nichts erneuert werden; wen du eingeladen hast, der bittet dich, wenn es Zeit ist.</translation>
    </message>
    <message>
        <source>Nothing new of it is downloaded and nothing is passed on to others. What is here stays readable, and you can follow it again from its menu.</source>
        <translation>Nichts Neues davon wird heruntergeladen und nichts an andere weitergegeben. Was hier ist, bleibt lesbar, und über sein Menü kannst du ihm wieder folgen.</translation>
    </message>
    <message>
        <source>Nothing new of it is fetched and nothing is given to others. What is here stays, and you can get it again from its menu.</source>
        <translation>Nichts Neues davon wird geholt und nichts anderen gegeben. Was hier ist, bleibt, und über sein Menü kannst du ihn wieder holen.</translation>
    </message>
    <message>
        <source>Nothing new of theirs is asked for, stored or passed on by you, and their connections are refused. Others still hear them. You can take it back, but what they wrote meanwhile may then be missing.</source>
        <translation>Neues von diesem Mitglied wird von dir weder erfragt noch gespeichert noch weitergegeben, und seine Verbindungen werden abgewiesen. Andere hören es weiterhin. Du kannst das zurücknehmen, doch was es inzwischen geschrieben hat, fehlt dann vielleicht.</translation>
    </message>
    <message>
        <source>Nothing on the disk</source>
        <translation>Nichts auf der Festplatte</translation>
    </message>
    <message>
        <source>Nothing received yet</source>
        <translation>Noch nichts empfangen</translation>
    </message>
    <message>
        <source>Nothing slides, fades or blinks: things are where they belong at once.</source>
        <translation>Nichts gleitet, blendet oder blinkt: Alles ist sofort, wo es hingehört.</translation>
    </message>
    <message>
        <source>Nothing to read</source>
        <translation>Nichts zu lesen</translation>
    </message>
    <message>
        <source>Nothing was deleted: so many messages cannot be deleted at once. Select fewer of them.</source>
        <translation>Nichts wurde gelöscht: So viele Nachrichten gehen nicht auf einmal. Wähle weniger davon aus.</translation>
    </message>
    <message>
        <source>Nothing was received</source>
        <translation>Es wurde nichts empfangen</translation>
    </message>
    <message>
        <source>Nothing would be made.</source>
        <translation>Es würde nichts entstehen.</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>Noch nichts.</translation>
    </message>
    <message>
        <source>Noticed on {day} at {time}.</source>
        <translation>Bemerkt am {day} um {time}.</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Nov</source>
        <translation>Nov.</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>Nowhere yet: no port is open, or this computer has no network.</source>
        <translation>Noch nirgends: Kein Port ist offen, oder dieser Computer hat kein Netz.</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Gegenstände</translation>
    </message>
    <message>
        <source>Oct</source>
        <translation>Okt.</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>Of your own feed nothing is ever erased: the limit is for feeds of others.</source>
        <translation>Von deinem eigenen Feed wird nie etwas gelöscht: Die Grenze gilt für Feeds anderer.</translation>
    </message>
    <message>
        <source>Of {name} only what you read is downloaded.</source>
        <translation>Von {name} wird nur heruntergeladen, was du liest.</translation>
    </message>
    <message>
        <source>Off, of what people wrote only the sites that they link to are in the report. On, it also shows which words set a month apart; the messages themselves are not in it.</source>
        <translation>Ist das aus, steht von dem, was geschrieben wurde, nur im Bericht, auf welche Websites es verweist. Ist es an, zeigt er auch, welche Wörter einen Monat von anderen abheben; die Nachrichten selbst stehen nicht darin.</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Offline · administrator · hidden</source>
        <translation>Offline · Verwalter · ausgeblendet</translation>
    </message>
    <message>
        <source>Offline · until 28 Nov 2026, in 100 days</source>
        <translation>Offline · bis 28. Nov. 2026, noch 100 Tage</translation>
    </message>
    <message>
        <source>Older comments</source>
        <translation>Ältere Kommentare</translation>
    </message>
    <message>
        <source>Older match (Enter)</source>
        <translation>Älterer Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Oldest entry first</source>
        <translation>Ältester Eintrag zuerst</translation>
    </message>
    <message>
        <source>On entry {number}</source>
        <translation>Zu Eintrag {number}</translation>
    </message>
    <message>
        <source>On its way, {percent} %</source>
        <translation>Unterwegs, {percent} %</translation>
    </message>
    <message>
        <source>On the other computer, open the settings and choose “Move to another computer…”. Both must be in the same network. Then hold the code it shows before the camera, or paste its text.</source>
        <translation>Öffne auf dem anderen Rechner die Einstellungen und wähle „Auf einen anderen Rechner umziehen…“. Beide müssen im selben Netz sein. Halte dann den Code, den er zeigt, vor die Kamera oder füge seinen Text ein.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>On “{text}”</source>
        <translation>Zu „{text}“</translation>
    </message>
    <message>
        <source>On, numbers stand in the report in the place of people&apos;s names and keys, and of private channels and feeds that are called as one of them. A community and its channels keep their names, also where somebody is called the same. Other names stay, too, and so do sites and, where they are counted, words. Who knows the people may recognise them by when and how much they write.</source>
        <translation>Ist das an, stehen im Bericht Nummern statt der Namen und Schlüssel von Leuten, und statt der Namen von privaten Kanälen und Feeds, die so heißen wie jemand von ihnen. Eine Gemeinschaft und ihre Kanäle behalten ihre Namen, auch wo jemand ebenso heißt. Auch andere Namen bleiben, ebenso Websites und, wo sie gezählt werden, Wörter. Wer die Leute kennt, erkennt sie vielleicht daran, wann und wie viel sie schreiben.</translation>
    </message>
    <message>
        <source>Once a reader has said how far it is, continue it here, and only here: on its page, or with “tidings feed continue FEED”.</source>
        <translation>Sobald jemand, der ihn liest, gesagt hat, wie weit er ist, mach hier weiter, und nur hier: auf seiner Seite oder mit „tidings feed continue FEED“.</translation>
    </message>
    <message>
        <source>One page up, one page down</source>
        <translation>Eine Seite nach oben, eine Seite nach unten</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>Online</translation>
    </message>
    <message>
        <source>Only a feed of the older form (draft 1) becomes a fixed one as it is.</source>
        <translation>Nur ein Feed der älteren Form (Entwurf 1) wird so, wie er ist, zu einem festen.</translation>
    </message>
    <message>
        <source>Only channels: #    people: @    actions: &gt;</source>
        <translation>Nur Kanäle: #    Leute: @    Befehle: &gt;</translation>
    </message>
    <message>
        <source>Only in {channel}</source>
        <translation>Nur in {channel}</translation>
    </message>
    <message>
        <source>Only its author can edit a comment or take it back.</source>
        <translation>Nur wer einen Kommentar geschrieben hat, kann ihn ändern oder zurückziehen.</translation>
    </message>
    <message>
        <source>Only its author can edit or retract a post.</source>
        <translation>Nur wer eine Nachricht geschrieben hat, kann sie ändern oder zurückziehen.</translation>
    </message>
    <message>
        <source>Only its author can write in a feed.</source>
        <translation>In einem Feed kann nur sein Verfasser schreiben.</translation>
    </message>
    <message>
        <source>Only letters and digits are looked for.</source>
        <translation>Gesucht wird nur nach Buchstaben und Ziffern.</translation>
    </message>
    <message>
        <source>Only mentions and answers to you</source>
        <translation>Nur Erwähnungen und Antworten an dich</translation>
    </message>
    <message>
        <source>Only on this computer: nobody is told</source>
        <translation>Nur auf diesem Computer: Niemand erfährt davon</translation>
    </message>
    <message>
        <source>Only people whom the feed&apos;s author trusts can comment, and those whom they trust in turn. Show your key to one of them: they answer with a permission.</source>
        <translation>Kommentieren können nur Leute, denen der Verfasser des Feeds vertraut, und alle, denen sie wiederum vertrauen. Zeig einer dieser Personen deinen Schlüssel: Sie antwortet mit einer Erlaubnis.</translation>
    </message>
    <message>
        <source>Only the icon in the tray is there at first.</source>
        <translation>Zuerst ist nur das Symbol in der Leiste da.</translation>
    </message>
    <message>
        <source>Only those who were let in can read it.</source>
        <translation>Nur wer eingelassen wurde, kann ihn lesen.</translation>
    </message>
    <message>
        <source>Only what I choose, in a directory</source>
        <translation>Nur was ich auswähle, in einem Verzeichnis</translation>
    </message>
    <message>
        <source>Only what I read</source>
        <translation>Nur was ich lese</translation>
    </message>
    <message>
        <source>Only what you ask for is downloaded.</source>
        <translation>Nur was du verlangst, wird heruntergeladen.</translation>
    </message>
    <message>
        <source>Only you see this name. Whom you let in or give a link is told the one it came to you under.</source>
        <translation>Nur du siehst diesen Namen. Wen du einlässt oder wem du einen Link gibst, der erfährt den Namen, unter dem der Kanal zu dir kam.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open Tidings</source>
        <translation>Tidings öffnen</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open another profile</source>
        <translation>Ein anderes Profil öffnen</translation>
    </message>
    <message>
        <source>Open another profile…</source>
        <translation>Anderes Profil öffnen …</translation>
    </message>
    <message>
        <source>Open channel</source>
        <translation>Kanal öffnen</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open it from the list; nothing needs to be done.</source>
        <translation>Öffne ihn aus der Liste; es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>Link öffnen …</translation>
    </message>
    <message>
        <source>Open this file?</source>
        <translation>Diese Datei öffnen?</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>Diesen Link öffnen?</translation>
    </message>
    <message>
        <source>Open without one</source>
        <translation>Ohne Passphrase öffnen</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Wird geöffnet</translation>
    </message>
    <message>
        <source>Opening the picture…</source>
        <translation>Das Bild wird geöffnet …</translation>
    </message>
    <message>
        <source>Opening your channels…</source>
        <translation>Deine Kanäle werden geöffnet …</translation>
    </message>
    <message>
        <source>Opening your profile</source>
        <translation>Dein Profil wird geöffnet</translation>
    </message>
    <message>
        <source>Opens a menu</source>
        <translation>Öffnet ein Menü</translation>
    </message>
    <message>
        <source>Opens in every browser and prints well. With pictures.</source>
        <translation>Öffnet sich in jedem Browser und lässt sich gut drucken. Mit Bildern.</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Or hand the invite over yourself: show this code or send its text. Only the person who asked can use it: in Tidings, “I was given an invite code”.</source>
        <translation>Oder übergib die Einladung selbst: Zeige diesen Code oder sende seinen Text. Nur wer angefragt hat, kann sie benutzen: in Tidings unter „Ich habe einen Einladungscode bekommen“.</translation>
    </message>
    <message>
        <source>Order of all feeds</source>
        <translation>Reihenfolge aller Feeds</translation>
    </message>
    <message>
        <source>Other names are hidden by the filter.</source>
        <translation>Andere Namen blendet der Filter aus.</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Others ({count})</source>
        <translation>Andere ({count})</translation>
    </message>
    <message>
        <source>Others are asked to hide it. It cannot be unsent: whoever has read or copied it still has it, and it stays in the history that is passed on.</source>
        <translation>Andere werden gebeten, sie zu verbergen. Sie lässt sich nicht ungesendet machen: Wer sie gelesen oder kopiert hat, hat sie noch, und sie bleibt im Verlauf, der weitergegeben wird.</translation>
    </message>
    <message>
        <source>Others get what lies in this directory. If you choose another one, its files take the place of those that are shared now; what was shared stays in the history.</source>
        <translation>Andere bekommen, was in diesem Verzeichnis liegt. Wählst du ein anderes, treten seine Dateien an die Stelle der jetzt geteilten; was geteilt war, bleibt im Verlauf.</translation>
    </message>
    <message>
        <source>Others in this network see that Tidings runs here, not who you are. Without it they need your address.</source>
        <translation>Andere in diesem Netz sehen, dass hier Tidings läuft, nicht wer du bist. Ohne die Suche brauchen sie deine Adresse.</translation>
    </message>
    <message>
        <source>Others in {community} see you under your new name.</source>
        <translation>Andere in {community} sehen dich unter deinem neuen Namen.</translation>
    </message>
    <message>
        <source>Others reach this computer at it. It stays the same, so that an address you gave away stays good; while another program has it, a free one is taken.</source>
        <translation>Unter ihm erreichen andere diesen Computer. Er bleibt derselbe, damit eine weitergegebene Adresse gültig bleibt; solange ein anderes Programm ihn hat, wird ein freier genommen.</translation>
    </message>
    <message>
        <source>Others reach you at</source>
        <translation>Andere erreichen dich unter</translation>
    </message>
    <message>
        <source>Otherwise Tidings does as the published programs do, where those differ.</source>
        <translation>Sonst macht Tidings es wie die veröffentlichten Programme, wo diese abweichen.</translation>
    </message>
    <message>
        <source>Otherwise it takes as much as the settings allow.</source>
        <translation>Sonst belegt er so viel, wie die Einstellungen erlauben.</translation>
    </message>
    <message>
        <source>Otherwise only what you read is downloaded.</source>
        <translation>Sonst wird nur heruntergeladen, was du liest.</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Eigentümer</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>Part of the community</source>
        <translation>Teil der Gemeinschaft</translation>
    </message>
    <message>
        <source>Part of the window before</source>
        <translation>Voriger Teil des Fensters</translation>
    </message>
    <message>
        <source>Party</source>
        <translation>Feier</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Passphrase of the file</source>
        <translation>Passphrase der Datei</translation>
    </message>
    <message>
        <source>Passphrase until now</source>
        <translation>Bisherige Passphrase</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste a text that begins with “tidings:”, or scan the code that the other person shows.</source>
        <translation>Füge einen Text ein, der mit „tidings:“ beginnt, oder scanne den Code, den die andere Person zeigt.</translation>
    </message>
    <message>
        <source>Paste from the clipboard</source>
        <translation>Aus der Zwischenablage einfügen</translation>
    </message>
    <message>
        <source>Paste the text of {wanted}.</source>
        <translation>Füge den Text ein: {wanted}.</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause: nothing is fetched and nothing is given</source>
        <translation>Anhalten: Nichts wird geholt und nichts gegeben</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Peer</source>
        <translation>Gegenstelle</translation>
    </message>
    <message>
        <source>Peer id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Peers</source>
        <translation>Gegenstellen</translation>
    </message>
    <message>
        <source>Peers that have it</source>
        <translation>Gegenstellen, die sie haben</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Leute</translation>
    </message>
    <message>
        <source>People who may comment through several others then need fewer of them. It is a permission of yours, for as long as the one they have.</source>
        <translation>Wer über mehrere andere kommentieren darf, braucht dann weniger davon. Es ist eine Erlaubnis von dir und gilt so lange wie die bisherige.</translation>
    </message>
    <message>
        <source>People who use the cabal programs join by the bare key.</source>
        <translation>Wer die cabal-Programme benutzt, tritt mit dem bloßen Schlüssel bei.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture {name}</source>
        <translation>Bild {name}</translation>
    </message>
    <message>
        <source>Pictures and texts (*.png *.jpg *.jpeg *.gif *.webp *.bmp *.txt);;All files (*)</source>
        <translation>Bilder und Texte (*.png *.jpg *.jpeg *.gif *.webp *.bmp *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Place, camera and other notes inside the picture are left out.</source>
        <translation>Ort, Kamera und andere Angaben im Bild werden weggelassen.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Post</source>
        <translation>Veröffentlichen</translation>
    </message>
    <message>
        <source>Post (Ctrl+Enter)</source>
        <translation>Veröffentlichen (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Post as {name}</source>
        <translation>Schreiben als {name}</translation>
    </message>
    <message>
        <source>Post it as text.</source>
        <translation>Sende es als Text.</translation>
    </message>
    <message>
        <source>Posts of others come again by themselves, and so do your own that others hold: go online, then look whether your last ones are there.</source>
        <translation>Nachrichten anderer kommen von selbst wieder, und ebenso deine, die andere haben: Geh online und sieh dann nach, ob deine letzten da sind.</translation>
    </message>
    <message>
        <source>Press to take yours back.</source>
        <translation>Ein Druck nimmt deine zurück.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Private channels</source>
        <translation>Private Kanäle</translation>
    </message>
    <message>
        <source>Private channels between people&apos;s own computers. No account, no server.</source>
        <translation>Private Kanäle zwischen den eigenen Computern der Leute. Kein Konto, kein Server.</translation>
    </message>
    <message>
        <source>Private channels between people&apos;s own computers. No account, no server: what you write stays with those you share it with.</source>
        <translation>Private Kanäle zwischen den eigenen Computern der Leute. Kein Konto, kein Server: Was du schreibst, bleibt bei denen, mit denen du es teilst.</translation>
    </message>
    <message>
        <source>Private channels have no topic. Nothing was changed.</source>
        <translation>Private Kanäle haben kein Thema. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of all steps</source>
        <translation>Fortschritt aller Schritte</translation>
    </message>
    <message>
        <source>Progress of this step</source>
        <translation>Fortschritt dieses Schritts</translation>
    </message>
    <message>
        <source>Public</source>
        <translation>Öffentlich</translation>
    </message>
    <message>
        <source>Public key</source>
        <translation>Öffentlicher Schlüssel</translation>
    </message>
    <message>
        <source>Public key of the feed</source>
        <translation>Öffentlicher Schlüssel des Feeds</translation>
    </message>
    <message>
        <source>Public key {key}</source>
        <translation>Öffentlicher Schlüssel {key}</translation>
    </message>
    <message>
        <source>Public: anyone who has its key can read it</source>
        <translation>Öffentlich: Wer seinen Schlüssel hat, kann ihn lesen</translation>
    </message>
    <message>
        <source>Publish it as a file, which is cut into pieces, or share a folder.</source>
        <translation>Veröffentliche es als Datei, die in Stücke geteilt wird, oder teile einen Ordner.</translation>
    </message>
    <message>
        <source>Publish or follow</source>
        <translation>Veröffentlichen oder folgen</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Wieder aufnehmen</translation>
    </message>
    <message>
        <source>Put back into the list</source>
        <translation>Wieder in die Liste aufnehmen</translation>
    </message>
    <message>
        <source>Put files into {directory}, or drop them here: others get them by themselves.</source>
        <translation>Leg Dateien in {directory} oder zieh sie hierher: Andere bekommen sie von selbst.</translation>
    </message>
    <message>
        <source>Put the code on the screen, in any other window.</source>
        <translation>Hole den Code auf den Bildschirm, in irgendein anderes Fenster.</translation>
    </message>
    <message>
        <source>Puts this channel into the archive</source>
        <translation>Legt diesen Kanal ins Archiv</translation>
    </message>
    <message>
        <source>Putting it in its place</source>
        <translation>Der Bericht wird an seinen Platz gelegt</translation>
    </message>
    <message>
        <source>QR code of {what}</source>
        <translation>QR-Code: {what}</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit Tidings</source>
        <translation>Tidings beenden</translation>
    </message>
    <message>
        <source>Raise its limit under “About this folder”, or free some space.</source>
        <translation>Erhöhe seine Grenze unter „Über diesen Ordner“ oder mach etwas Platz frei.</translation>
    </message>
    <message>
        <source>Reached from outside</source>
        <translation>Von außen erreicht</translation>
    </message>
    <message>
        <source>React</source>
        <translation>Reagieren</translation>
    </message>
    <message>
        <source>Reactions</source>
        <translation>Reaktionen</translation>
    </message>
    <message>
        <source>React…</source>
        <translation>Reagieren …</translation>
    </message>
    <message>
        <source>Read before</source>
        <translation>Vorher gelesen</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Read them to each other, group by group.</source>
        <translation>Lest sie einander vor, Gruppe für Gruppe.</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reading messages</source>
        <translation>Nachrichten werden gelesen</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>Die Dateien werden gelesen …</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Reason (may be empty)</source>
        <translation>Grund (darf leer sein)</translation>
    </message>
    <message>
        <source>Receiving {received}</source>
        <translation>Empfängt {received}</translation>
    </message>
    <message>
        <source>Reconcile now</source>
        <translation>Jetzt abgleichen</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Refused: {why}</source>
        <translation>Abgelehnt: {why}</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Merken</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all files of {name} for everybody?</source>
        <translation>Alle Dateien von {name} für alle entfernen?</translation>
    </message>
    <message>
        <source>Remove for everybody</source>
        <translation>Für alle entfernen</translation>
    </message>
    <message>
        <source>Remove for everybody…</source>
        <translation>Für alle entfernen …</translation>
    </message>
    <message>
        <source>Remove it from the list.</source>
        <translation>Entferne sie aus der Liste.</translation>
    </message>
    <message>
        <source>Remove its folder and write it once more, or name another folder.</source>
        <translation>Entferne seinen Ordner und schreibe ihn noch einmal, oder nenne einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename channel</source>
        <translation>Kanal umbenennen</translation>
    </message>
    <message>
        <source>Rename community</source>
        <translation>Gemeinschaft umbenennen</translation>
    </message>
    <message>
        <source>Rename it.</source>
        <translation>Benenne sie um.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Renew {name}</source>
        <translation>{name} erneuern</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace people&apos;s names by numbers</source>
        <translation>Namen von Leuten durch Nummern ersetzen</translation>
    </message>
    <message>
        <source>Replace what is there?</source>
        <translation>Ersetzen, was da ist?</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Replying to your own message</source>
        <translation>Antwort auf deine eigene Nachricht</translation>
    </message>
    <message>
        <source>Replying to {name}</source>
        <translation>Antwort an {name}</translation>
    </message>
    <message>
        <source>Report on {name}</source>
        <translation>Bericht über {name}</translation>
    </message>
    <message>
        <source>Request an invite</source>
        <translation>Um eine Einladung bitten</translation>
    </message>
    <message>
        <source>Request checked</source>
        <translation>Anfrage geprüft</translation>
    </message>
    <message>
        <source>Request shown</source>
        <translation>Anfrage gezeigt</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung zurückholen</translation>
    </message>
    <message>
        <source>Restore a backup into another folder with “--profile DIR”.</source>
        <translation>Hole eine Sicherung mit „--profile ORDNER“ in einen anderen Ordner zurück.</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Sicherung zurückholen…</translation>
    </message>
    <message>
        <source>Restore backup</source>
        <translation>Sicherung zurückholen</translation>
    </message>
    <message>
        <source>Restore into another folder with “--profile DIR”.</source>
        <translation>Hole sie mit „--profile ORDNER“ in einen anderen Ordner zurück.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Run “tidings doctor” to see what is damaged, or restore a backup into another folder.</source>
        <translation>„tidings doctor“ zeigt, was beschädigt ist; oder hole eine Sicherung in einen anderen Ordner zurück.</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG-Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Sad</source>
        <translation>Traurig</translation>
    </message>
    <message>
        <source>Safety code</source>
        <translation>Sicherheitscode</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Eine Kopie sichern</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Eine Kopie sichern …</translation>
    </message>
    <message>
        <source>Save all files in</source>
        <translation>Alle Dateien speichern in</translation>
    </message>
    <message>
        <source>Save all {count} files…</source>
        <translation>Alle {count} Dateien speichern …</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Save as… {name}</source>
        <translation>Speichern unter … {name}</translation>
    </message>
    <message>
        <source>Save copies in</source>
        <translation>Kopien sichern in</translation>
    </message>
    <message>
        <source>Save here</source>
        <translation>Hier speichern</translation>
    </message>
    <message>
        <source>Save image…</source>
        <translation>Bild speichern …</translation>
    </message>
    <message>
        <source>Save it as PNG or JPEG and try again.</source>
        <translation>Speichere es als PNG oder JPEG und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 and try again.</source>
        <translation>Speichere es als UTF-8 und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Save it…</source>
        <translation>Sichern …</translation>
    </message>
    <message>
        <source>Save the code as a picture</source>
        <translation>Code als Bild speichern</translation>
    </message>
    <message>
        <source>Save the file</source>
        <translation>Datei speichern</translation>
    </message>
    <message>
        <source>Save {name} as of {when}</source>
        <translation>{name} sichern (Stand: {when})</translation>
    </message>
    <message>
        <source>Save {name} as…</source>
        <translation>{name} speichern unter …</translation>
    </message>
    <message>
        <source>Saved as {name}</source>
        <translation>Gespeichert als {name}</translation>
    </message>
    <message>
        <source>Saved as {name}.</source>
        <translation>Gespeichert als {name}.</translation>
    </message>
    <message>
        <source>Saved here and on 1 peer</source>
        <translation>Hier und auf 1 Gegenstelle gespeichert</translation>
    </message>
    <message>
        <source>Saved here and on {count} peers</source>
        <translation>Hier und auf {count} Gegenstellen gespeichert</translation>
    </message>
    <message>
        <source>Saved on this computer, on no peer yet</source>
        <translation>Auf diesem Computer gespeichert, noch auf keiner Gegenstelle</translation>
    </message>
    <message>
        <source>Saving copies…</source>
        <translation>Kopien werden gesichert …</translation>
    </message>
    <message>
        <source>Say it in fewer words.</source>
        <translation>Sag es mit weniger Worten.</translation>
    </message>
    <message>
        <source>Say it in words instead.</source>
        <translation>Sag es stattdessen in Worten.</translation>
    </message>
    <message>
        <source>Say which one, if need be by the first digits of the key.</source>
        <translation>Sag, welches, nötigenfalls durch die ersten Ziffern des Schlüssels.</translation>
    </message>
    <message>
        <source>Says that, whatever it begins with</source>
        <translation>Sagt das, womit es auch beginnt</translation>
    </message>
    <message>
        <source>Says what this channel is about</source>
        <translation>Sagt, worum es in diesem Kanal geht</translation>
    </message>
    <message>
        <source>Says what you do, in italics</source>
        <translation>Sagt in Kursivschrift, was du tust</translation>
    </message>
    <message>
        <source>Scan or type this on the other computer, under “Take over from another computer”. Show it to nobody else: whoever reads it first gets the profile. It is good for ten minutes.</source>
        <translation>Lies oder tippe das auf dem anderen Rechner ein, unter „Von einem anderen Rechner übernehmen“. Zeig es sonst niemandem: Wer es zuerst liest, bekommt das Profil. Es gilt zehn Minuten.</translation>
    </message>
    <message>
        <source>Scan their code</source>
        <translation>Ihren Code scannen</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search all channels</source>
        <translation>Alle Kanäle durchsuchen</translation>
    </message>
    <message>
        <source>Search all messages</source>
        <translation>Alle Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Search all messages for “{words}”</source>
        <translation>Alle Nachrichten nach „{words}“ durchsuchen</translation>
    </message>
    <message>
        <source>Search emoji</source>
        <translation>Emoji suchen</translation>
    </message>
    <message>
        <source>Search for</source>
        <translation>Suchen nach</translation>
    </message>
    <message>
        <source>Search in</source>
        <translation>Suchen in</translation>
    </message>
    <message>
        <source>Search on</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Searches this channel</source>
        <translation>Durchsucht diesen Kanal</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message numerus="yes">
        <source>Seeded by %n</source>
        <comment>peers</comment>
        <translation>
            <numerusform>Verteilt von %Ln</numerusform>
            <numerusform>Verteilt von %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Seeded by nobody now</source>
        <translation>Zurzeit von niemandem verteilt</translation>
    </message>
    <message>
        <source>Select a page down as well</source>
        <translation>Eine Seite nach unten mit auswählen</translation>
    </message>
    <message>
        <source>Select a page up as well</source>
        <translation>Eine Seite nach oben mit auswählen</translation>
    </message>
    <message>
        <source>Select all messages</source>
        <translation>Alle Nachrichten auswählen</translation>
    </message>
    <message>
        <source>Select the message above as well</source>
        <translation>Die Nachricht darüber mit auswählen</translation>
    </message>
    <message>
        <source>Select the message below as well</source>
        <translation>Die Nachricht darunter mit auswählen</translation>
    </message>
    <message>
        <source>Select to the first message</source>
        <translation>Bis zur ersten Nachricht auswählen</translation>
    </message>
    <message>
        <source>Select to the newest message</source>
        <translation>Bis zur neuesten Nachricht auswählen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation>Senden (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send a large file?</source>
        <translation>Eine große Datei senden?</translation>
    </message>
    <message>
        <source>Send or erase some drafts in other channels.</source>
        <translation>Sende oder lösche einige Entwürfe in anderen Kanälen.</translation>
    </message>
    <message>
        <source>Sep</source>
        <translation>Sept.</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>Set a passphrase</source>
        <translation>Passphrase setzen</translation>
    </message>
    <message>
        <source>Set a passphrase first: without one nothing can be locked.</source>
        <translation>Setze erst eine Passphrase: Ohne sie lässt sich nichts sperren.</translation>
    </message>
    <message>
        <source>Set a passphrase…</source>
        <translation>Passphrase setzen …</translation>
    </message>
    <message>
        <source>Set a topic</source>
        <translation>Thema setzen</translation>
    </message>
    <message>
        <source>Set one in the settings, or with “tidings passphrase change”.</source>
        <translation>Setze eine in den Einstellungen oder mit „tidings passphrase change“.</translation>
    </message>
    <message>
        <source>Set the limit</source>
        <translation>Grenze setzen</translation>
    </message>
    <message>
        <source>Set the topic: {text}</source>
        <translation>Setzte das Thema: {text}</translation>
    </message>
    <message>
        <source>Sets the topic, where a channel has one</source>
        <translation>Setzt das Thema, wo ein Kanal eines hat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Several channels fit.</source>
        <translation>Mehrere Kanäle passen.</translation>
    </message>
    <message>
        <source>Several channels fit: {detail}.</source>
        <translation>Mehrere Kanäle passen: {detail}.</translation>
    </message>
    <message>
        <source>Several members bear that name. Say which one: {choices}</source>
        <translation>Mehrere Mitglieder heißen so. Sag, welches: {choices}</translation>
    </message>
    <message>
        <source>Several members fit.</source>
        <translation>Mehrere Mitglieder passen.</translation>
    </message>
    <message>
        <source>Several members fit: {detail}.</source>
        <translation>Mehrere Mitglieder passen: {detail}.</translation>
    </message>
    <message>
        <source>Several posts begin so.</source>
        <translation>Mehrere Nachrichten beginnen so.</translation>
    </message>
    <message>
        <source>Several posts begin so: {detail}.</source>
        <translation>Mehrere Nachrichten beginnen so: {detail}.</translation>
    </message>
    <message>
        <source>Several words that belong to nothing are good.</source>
        <translation>Gut sind mehrere Wörter, die nicht zusammengehören.</translation>
    </message>
    <message>
        <source>Share a directory further inside it, or move some files elsewhere.</source>
        <translation>Teile ein Verzeichnis weiter innen oder verschieb einige Dateien anderswohin.</translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation>Einen Ordner teilen</translation>
    </message>
    <message>
        <source>Share it</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Share them as a folder instead.</source>
        <translation>Teile sie stattdessen als Ordner.</translation>
    </message>
    <message>
        <source>Share this directory</source>
        <translation>Dieses Verzeichnis teilen</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>Shared folder</source>
        <translation>Geteilter Ordner</translation>
    </message>
    <message>
        <source>Shared folders</source>
        <translation>Geteilte Ordner</translation>
    </message>
    <message>
        <source>Shared from {directory}</source>
        <translation>Geteilt aus {directory}</translation>
    </message>
    <message>
        <source>Shift+Enter begins a new line. Without this Enter does, and Ctrl+Enter sends.</source>
        <translation>Umschalt+Eingabe beginnt eine neue Zeile. Ohne dies tut es die Eingabetaste, und Strg+Eingabe sendet.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show again</source>
        <translation>Wieder zeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show all they say</source>
        <translation>Alles von dieser Person zeigen</translation>
    </message>
    <message>
        <source>Show an earlier state</source>
        <translation>Einen früheren Stand zeigen</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>In seinem Ordner zeigen</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Show it there anew, and scan or copy all of it.</source>
        <translation>Zeig ihn dort noch einmal und lies oder kopiere ihn ganz.</translation>
    </message>
    <message>
        <source>Show it to a member of the channel; they issue the invite.</source>
        <translation>Zeige sie einem Mitglied des Kanals; es stellt die Einladung aus.</translation>
    </message>
    <message>
        <source>Show its code</source>
        <translation>Seinen Code zeigen</translation>
    </message>
    <message>
        <source>Show larger: {name}</source>
        <translation>Größer zeigen: {name}</translation>
    </message>
    <message>
        <source>Show link and code</source>
        <translation>Link und Code zeigen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Show my key…</source>
        <translation>Meinen Schlüssel zeigen …</translation>
    </message>
    <message>
        <source>Show only names with</source>
        <translation>Nur Namen zeigen mit</translation>
    </message>
    <message>
        <source>Show somebody again whom you no longer need to hide, then try again.</source>
        <translation>Zeig jemanden wieder, den du nicht mehr auszublenden brauchst, und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Show the channel&apos;s code</source>
        <translation>Code des Kanals zeigen</translation>
    </message>
    <message>
        <source>Show the code</source>
        <translation>Code zeigen</translation>
    </message>
    <message>
        <source>Show the comments</source>
        <translation>Kommentare zeigen</translation>
    </message>
    <message>
        <source>Show the feed&apos;s code</source>
        <translation>Code des Feeds zeigen</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Show the folder&apos;s code</source>
        <translation>Code des Ordners zeigen</translation>
    </message>
    <message>
        <source>Show the passphrase</source>
        <translation>Passphrase zeigen</translation>
    </message>
    <message>
        <source>Show this one</source>
        <translation>Diesen zeigen</translation>
    </message>
    <message>
        <source>Show what is folded away</source>
        <translation>Eingeklapptes zeigen</translation>
    </message>
    <message>
        <source>Show what they say</source>
        <translation>Kommentare zeigen</translation>
    </message>
    <message>
        <source>Show what this link leads to</source>
        <translation>Zeigen, wohin dieser Link führt</translation>
    </message>
    <message>
        <source>Show what was written</source>
        <translation>Zeigen, was geschrieben wurde</translation>
    </message>
    <message>
        <source>Show your own key for comments to whoever gives it.</source>
        <translation>Zeig der Person, die sie gibt, deinen eigenen Schlüssel für Kommentare.</translation>
    </message>
    <message>
        <source>Show {name}</source>
        <translation>{name} zeigen</translation>
    </message>
    <message>
        <source>Show {name} again</source>
        <translation>{name} wieder zeigen</translation>
    </message>
    <message>
        <source>Shows the link that lets somebody in</source>
        <translation>Zeigt den Link, der jemanden einlässt</translation>
    </message>
    <message>
        <source>Shows them again</source>
        <translation>Zeigt das Mitglied wieder</translation>
    </message>
    <message>
        <source>Shows what was decided, and by whom</source>
        <translation>Zeigt, was von wem entschieden wurde</translation>
    </message>
    <message>
        <source>Shows who somebody is, with their key</source>
        <translation>Zeigt, wer jemand ist, mit Schlüssel</translation>
    </message>
    <message>
        <source>Shows your own key here</source>
        <translation>Zeigt deinen eigenen Schlüssel hier</translation>
    </message>
    <message>
        <source>Shrink to {size}</source>
        <translation>Auf {size} verkleinern</translation>
    </message>
    <message>
        <source>Signed by its author, in the form of 2016</source>
        <translation>Von seinem Verfasser unterschrieben, in der Form von 2016</translation>
    </message>
    <message>
        <source>Signed by its author, who can add to it</source>
        <translation>Von seinem Verfasser unterschrieben, der ihn fortsetzen kann</translation>
    </message>
    <message>
        <source>Signed by the author of this feed</source>
        <translation>Vom Verfasser dieses Feeds unterschrieben</translation>
    </message>
    <message>
        <source>Signed with a key that is made now and stays in this profile. You post in it whenever you like; entries cannot be taken back.</source>
        <translation>Unterschrieben mit einem Schlüssel, der jetzt entsteht und in diesem Profil bleibt. Du schreibst darin, wann du willst; Einträge lassen sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Since Tidings was started, others have sent comments that are invalid, of a later time than now or too many, which were dropped: {count}.</source>
        <translation>Seit dem Start von Tidings haben andere Kommentare geschickt, die ungültig, aus einer späteren Zeit als jetzt oder zu viele waren und verworfen wurden: {count}.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of the code</source>
        <translation>Größe des Codes</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Smile</source>
        <translation>Lächeln</translation>
    </message>
    <message>
        <source>Smileys and feelings</source>
        <translation>Smileys und Gefühle</translation>
    </message>
    <message>
        <source>So large are the messages of a channel.</source>
        <translation>So groß sind die Nachrichten eines Kanals.</translation>
    </message>
    <message>
        <source>So the document has it; published programs hang up meanwhile.</source>
        <translation>So will es das Dokument; veröffentlichte Programme legen inzwischen auf.</translation>
    </message>
    <message>
        <source>Some files in {directory} cannot be read: they are not shared.</source>
        <translation>Einige Dateien in {directory} sind nicht zu lesen: Sie werden nicht geteilt.</translation>
    </message>
    <message>
        <source>Somebody else&apos;s channel</source>
        <translation>Der Kanal von jemand anderem</translation>
    </message>
    <message>
        <source>Something else is in the place of this folder.</source>
        <translation>An der Stelle dieses Ordners ist etwas anderes.</translation>
    </message>
    <message>
        <source>Something else is in the place of this folder: {detail}.</source>
        <translation>An der Stelle dieses Ordners ist etwas anderes: {detail}.</translation>
    </message>
    <message>
        <source>Something else lies in {directory} where a file of the folder belongs.</source>
        <translation>In {directory} liegt etwas anderes, wo eine Datei des Ordners hingehört.</translation>
    </message>
    <message>
        <source>Something here is too long for the running Tidings to hand over.</source>
        <translation>Etwas hier ist so lang, dass das laufende Tidings es nicht weitergeben kann.</translation>
    </message>
    <message>
        <source>Something that {name} did. {hidden}</source>
        <translation>Etwas, das {name} getan hat. {hidden}</translation>
    </message>
    <message>
        <source>Something unforeseen went wrong inside Tidings; what was under way was undone.</source>
        <translation>In Tidings ist etwas Unvorhergesehenes schiefgegangen; was gerade geschah, wurde rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Something went wrong on this computer; the connection was dropped.</source>
        <translation>Auf diesem Computer ging etwas schief; die Verbindung wurde getrennt.</translation>
    </message>
    <message>
        <source>Sort all by name</source>
        <translation>Alle nach Namen ordnen</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Speaks to you</source>
        <translation>Richtet sich an dich</translation>
    </message>
    <message>
        <source>Split it, or share it as a smaller file.</source>
        <translation>Teile es auf oder gib es als kleinere Datei weiter.</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>Start Tidings again; another program may have used its port.</source>
        <translation>Starte Tidings neu; vielleicht hat ein anderes Programm seinen Port benutzt.</translation>
    </message>
    <message>
        <source>Start and end</source>
        <translation>Start und Ende</translation>
    </message>
    <message>
        <source>Start camera</source>
        <translation>Kamera einschalten</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Starte es neu.</translation>
    </message>
    <message>
        <source>Start without a window</source>
        <translation>Ohne Fenster starten</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Wird gestartet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stay here</source>
        <translation>Hier bleiben</translation>
    </message>
    <message>
        <source>Step {stage} of {stages}</source>
        <translation>Schritt {stage} von {stages}</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Still catching up</source>
        <translation>Holt noch auf</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Stop camera</source>
        <translation>Kamera ausschalten</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>Nicht mehr folgen</translation>
    </message>
    <message>
        <source>Stop following their moderation</source>
        <translation>Der Moderation nicht mehr folgen</translation>
    </message>
    <message>
        <source>Stop following {name}?</source>
        <translation>{name} nicht mehr folgen?</translation>
    </message>
    <message>
        <source>Stop following…</source>
        <translation>Nicht mehr folgen …</translation>
    </message>
    <message>
        <source>Stop sharing</source>
        <translation>Teilen beenden</translation>
    </message>
    <message>
        <source>Stop sharing {name}?</source>
        <translation>Teilen von {name} beenden?</translation>
    </message>
    <message>
        <source>Stop sharing…</source>
        <translation>Teilen beenden …</translation>
    </message>
    <message>
        <source>Storage for {name}</source>
        <translation>Speicher für {name}</translation>
    </message>
    <message>
        <source>Storage for {name}: {size}.</source>
        <translation>Speicher für {name}: {size}.</translation>
    </message>
    <message>
        <source>Storage limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>Storage limit reached</source>
        <translation>Speichergrenze erreicht</translation>
    </message>
    <message>
        <source>Storage limit…</source>
        <translation>Speichergrenze …</translation>
    </message>
    <message>
        <source>Stored here</source>
        <translation>Hier gespeichert</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>Surprised</source>
        <translation>Überrascht</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>Tables for a spreadsheet (CSV)</source>
        <translation>Tabellen für eine Tabellenkalkulation (CSV)</translation>
    </message>
    <message>
        <source>Tables for programs (Parquet)</source>
        <translation>Tabellen für Programme (Parquet)</translation>
    </message>
    <message>
        <source>Take a screenshot yourself and open it under “Image or file”, or paste it.</source>
        <translation>Mache selbst ein Bildschirmfoto und öffne es unter „Bild oder Datei“ oder füge es ein.</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>Take back what was just done</source>
        <translation>Zurücknehmen, was gerade getan wurde</translation>
    </message>
    <message>
        <source>Take back…</source>
        <translation>Zurückziehen …</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Take it up</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>Aus dem Archiv holen</translation>
    </message>
    <message>
        <source>Take out of the list…</source>
        <translation>Aus der Liste nehmen …</translation>
    </message>
    <message>
        <source>Take out {name}</source>
        <translation>{name} herausnehmen</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Take over from another computer</source>
        <translation>Von einem anderen Rechner übernehmen</translation>
    </message>
    <message>
        <source>Take part again</source>
        <translation>Wieder teilnehmen</translation>
    </message>
    <message>
        <source>Take the comment back?</source>
        <translation>Den Kommentar zurückziehen?</translation>
    </message>
    <message>
        <source>Take the mark back</source>
        <translation>Markierung zurücknehmen</translation>
    </message>
    <message>
        <source>Take the role back</source>
        <translation>Rolle zurücknehmen</translation>
    </message>
    <message>
        <source>Take the role back…</source>
        <translation>Rolle zurücknehmen …</translation>
    </message>
    <message>
        <source>Take this message back?</source>
        <translation>Diese Nachricht zurückziehen?</translation>
    </message>
    <message>
        <source>Take {name} out of the list?</source>
        <translation>{name} aus der Liste nehmen?</translation>
    </message>
    <message>
        <source>Taken back by its author.</source>
        <translation>Vom Verfasser zurückgezogen.</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>Zurückgenommen.</translation>
    </message>
    <message>
        <source>Taken out</source>
        <translation>Herausgenommen</translation>
    </message>
    <message>
        <source>Taken out of the list ({count})</source>
        <translation>Aus der Liste genommen ({count})</translation>
    </message>
    <message>
        <source>Takes their role back</source>
        <translation>Nimmt dem Mitglied die Rolle</translation>
    </message>
    <message>
        <source>Tell them that I blocked them</source>
        <translation>Dem Mitglied mitteilen, dass ich es blockiert habe</translation>
    </message>
    <message>
        <source>Text of the comment</source>
        <translation>Text des Kommentars</translation>
    </message>
    <message>
        <source>Text of the usual size</source>
        <translation>Schrift in üblicher Größe</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>That address is your own.</source>
        <translation>Diese Adresse ist deine eigene.</translation>
    </message>
    <message>
        <source>That cannot be done for one channel alone. Nothing was changed.</source>
        <translation>Das geht nicht für einen Kanal allein. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>That comment was taken back: that is for good.</source>
        <translation>Dieser Kommentar wurde zurückgezogen: das ist endgültig.</translation>
    </message>
    <message>
        <source>That comment was written by somebody else.</source>
        <translation>Diesen Kommentar hat jemand anderes geschrieben.</translation>
    </message>
    <message>
        <source>That date cannot be used.</source>
        <translation>Dieses Datum kann nicht genommen werden.</translation>
    </message>
    <message>
        <source>That date cannot be used: {detail}.</source>
        <translation>Dieses Datum kann nicht genommen werden: {detail}.</translation>
    </message>
    <message>
        <source>That host name is not known.</source>
        <translation>Diesen Rechnernamen kennt niemand.</translation>
    </message>
    <message>
        <source>That is more than one fixed feed can hold: about {size}.</source>
        <translation>Das ist mehr, als ein fester Feed fassen kann: etwa {size}.</translation>
    </message>
    <message>
        <source>That is no address of a computer.</source>
        <translation>Das ist keine Adresse eines Computers.</translation>
    </message>
    <message>
        <source>That is not a key.</source>
        <translation>Das ist kein Schlüssel.</translation>
    </message>
    <message>
        <source>That is not a key: {detail}.</source>
        <translation>Das ist kein Schlüssel: {detail}.</translation>
    </message>
    <message>
        <source>That is the code of another pair of people, or somebody pretends to be one of you. Make sure that you both look at each other in this channel; if it stays different, do not trust this key.</source>
        <translation>Das ist der Code eines anderen Paars, oder jemand gibt sich als einer von euch aus. Stellt sicher, dass ihr einander in diesem Kanal anseht; bleibt er verschieden, traue diesem Schlüssel nicht.</translation>
    </message>
    <message>
        <source>That is too much text for a message: it is attached as a file.</source>
        <translation>Das ist zu viel Text für eine Nachricht: Er wird als Datei angehängt.</translation>
    </message>
    <message>
        <source>That is you.</source>
        <translation>Das bist du.</translation>
    </message>
    <message>
        <source>That is your own key.</source>
        <translation>Das ist dein eigener Schlüssel.</translation>
    </message>
    <message>
        <source>That member has not asked for a fresh link.</source>
        <translation>Dieses Mitglied hat nicht um ein neues Schreibrecht gebeten.</translation>
    </message>
    <message>
        <source>That message is too long to be changed here.</source>
        <translation>Diese Nachricht ist zu lang, um hier geändert zu werden.</translation>
    </message>
    <message>
        <source>That message was taken back: that is for good.</source>
        <translation>Diese Nachricht wurde zurückgezogen: das ist endgültig.</translation>
    </message>
    <message>
        <source>That name cannot be used.</source>
        <translation>Dieser Name kann nicht genommen werden.</translation>
    </message>
    <message>
        <source>That name holds a character that cannot be seen ({detail}).</source>
        <translation>In diesem Namen steht ein Zeichen, das man nicht sieht ({detail}).</translation>
    </message>
    <message>
        <source>That name holds a character that cannot be seen.</source>
        <translation>In diesem Namen steht ein Zeichen, das man nicht sieht.</translation>
    </message>
    <message>
        <source>That name is already in use.</source>
        <translation>Dieser Name wird schon benutzt.</translation>
    </message>
    <message>
        <source>That name is too long here.</source>
        <translation>Dieser Name ist hier zu lang.</translation>
    </message>
    <message>
        <source>That name is too long here: it may have {detail} bytes.</source>
        <translation>Dieser Name ist hier zu lang: Er darf {detail} Bytes haben.</translation>
    </message>
    <message>
        <source>That post was written by somebody else.</source>
        <translation>Diese Nachricht hat jemand anderes geschrieben.</translation>
    </message>
    <message>
        <source>That protocol is not in this version.</source>
        <translation>Dieses Protokoll gibt es in dieser Version nicht.</translation>
    </message>
    <message>
        <source>That was your right as {name}; you write as {other} now.</source>
        <translation>Das war dein Recht als {name}; jetzt schreibst du als {other}.</translation>
    </message>
    <message>
        <source>The address did not answer. Check the network, then ask again.</source>
        <translation>Die Adresse hat nicht geantwortet. Prüfe das Netz und frage dann noch einmal.</translation>
    </message>
    <message>
        <source>The address is in the clipboard.</source>
        <translation>Die Adresse ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The address is not a secure one, so it is not asked.</source>
        <translation>Die Adresse ist nicht sicher, deshalb wird sie nicht gefragt.</translation>
    </message>
    <message>
        <source>The answer could not be read. Ask again another day.</source>
        <translation>Die Antwort war nicht zu lesen. Frage an einem anderen Tag noch einmal.</translation>
    </message>
    <message>
        <source>The author has signed two different histories of this feed. Both agree up to block {block}: that much is certain. What is shown after it is the history that arrived here first. Tidings downloads nothing more of it.</source>
        <translation>Der Verfasser hat zwei verschiedene Verläufe dieses Feeds unterschrieben. Bis Block {block} stimmen beide überein: So viel ist sicher. Danach wird der Verlauf gezeigt, der hier zuerst ankam. Tidings lädt nichts weiter davon herunter.</translation>
    </message>
    <message>
        <source>The author has signed two different histories of this feed. Tidings downloads nothing more of it; what was checked before stays readable.</source>
        <translation>Der Verfasser hat zwei verschiedene Verläufe dieses Feeds unterschrieben. Tidings lädt nichts weiter davon herunter; was vorher geprüft wurde, bleibt lesbar.</translation>
    </message>
    <message>
        <source>The author of {feed}.</source>
        <translation>Der Verfasser von {feed}.</translation>
    </message>
    <message>
        <source>The author&apos;s device is connected, but has not sent it yet.</source>
        <translation>Das Gerät des Verfassers ist verbunden, hat es aber noch nicht gesendet.</translation>
    </message>
    <message>
        <source>The author&apos;s device is connected.</source>
        <translation>Das Gerät des Verfassers ist verbunden.</translation>
    </message>
    <message>
        <source>The author&apos;s device is offline.</source>
        <translation>Das Gerät des Verfassers ist offline.</translation>
    </message>
    <message>
        <source>The author&apos;s device is offline; it was last seen {when}.</source>
        <translation>Das Gerät des Verfassers ist offline; zuletzt wurde es {when} gesehen.</translation>
    </message>
    <message>
        <source>The backup is in {file} ({size}). It was read again and is whole.</source>
        <translation>Die Sicherung liegt in {file} ({size}). Sie wurde noch einmal gelesen und ist vollständig.</translation>
    </message>
    <message>
        <source>The backup was restored as a profile of its own, in a new window.</source>
        <translation>Die Sicherung wurde als eigenes Profil zurückgeholt, in einem neuen Fenster.</translation>
    </message>
    <message>
        <source>The beginning of {channel}</source>
        <translation>Der Anfang von {channel}</translation>
    </message>
    <message>
        <source>The camera cannot be used in this installation.</source>
        <translation>In dieser Installation kann die Kamera nicht benutzt werden.</translation>
    </message>
    <message>
        <source>The camera gives no picture; another program may be using it.</source>
        <translation>Die Kamera liefert kein Bild; vielleicht benutzt sie ein anderes Programm.</translation>
    </message>
    <message>
        <source>The camera is off.</source>
        <translation>Die Kamera ist aus.</translation>
    </message>
    <message>
        <source>The camera is starting…</source>
        <translation>Die Kamera startet …</translation>
    </message>
    <message>
        <source>The change is saved here and on 1 peer</source>
        <translation>Die Änderung ist hier und auf 1 Gegenstelle gespeichert</translation>
    </message>
    <message>
        <source>The change is saved here and on {count} peers</source>
        <translation>Die Änderung ist hier und auf {count} Gegenstellen gespeichert</translation>
    </message>
    <message>
        <source>The change is saved on this computer, on no peer yet</source>
        <translation>Die Änderung ist auf diesem Computer gespeichert, noch auf keiner Gegenstelle</translation>
    </message>
    <message>
        <source>The channel&apos;s code</source>
        <translation>Der Code des Kanals</translation>
    </message>
    <message>
        <source>The code as a picture</source>
        <translation>Der Code als Bild</translation>
    </message>
    <message>
        <source>The code holds your key and nothing secret. Whoever lets you comment opens it in Tidings, and gives you a permission; bring it back here.</source>
        <translation>Der Code enthält deinen Schlüssel und nichts Geheimes. Wer dich kommentieren lässt, öffnet ihn in Tidings und gibt dir eine Erlaubnis; bring sie hierher zurück.</translation>
    </message>
    <message>
        <source>The comment that this one answers is about something else.</source>
        <translation>Der Kommentar, den dieser beantwortet, bezieht sich auf etwas anderes.</translation>
    </message>
    <message>
        <source>The comment that you look for is older than these.</source>
        <translation>Der gesuchte Kommentar ist älter als diese.</translation>
    </message>
    <message>
        <source>The connection between the two computers broke; nothing was moved.</source>
        <translation>Die Verbindung zwischen den beiden Rechnern ist abgerissen; es ist nichts umgezogen.</translation>
    </message>
    <message>
        <source>The connection could not be kept ({detail}).</source>
        <translation>Die Verbindung ließ sich nicht halten ({detail}).</translation>
    </message>
    <message>
        <source>The connection could not be kept.</source>
        <translation>Die Verbindung ließ sich nicht halten.</translation>
    </message>
    <message>
        <source>The connection was closed here.</source>
        <translation>Die Verbindung wurde hier geschlossen.</translation>
    </message>
    <message>
        <source>The connection was cut.</source>
        <translation>Die Verbindung wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The contents of these files cannot be fetched: their owner does not say where they are, or names something that belongs to another folder or channel of yours.</source>
        <translation>Der Inhalt der Dateien kann nicht geholt werden: Der Besitzer gibt nicht an, wo er liegt, oder gibt etwas an, das schon zu einem anderen deiner Ordner oder Kanäle gehört.</translation>
    </message>
    <message>
        <source>The conversation around it may stay; a picture works, too.</source>
        <translation>Das Gespräch ringsum darf bleiben; auch ein Bild geht.</translation>
    </message>
    <message>
        <source>The copy is made. Now the records are brought into the new form, step {step} of {count}. If this is interrupted, it goes on at the next start.</source>
        <translation>Die Kopie ist gemacht. Jetzt werden die Aufzeichnungen in die neue Form gebracht, Schritt {step} von {count}. Wird das unterbrochen, geht es beim nächsten Start weiter.</translation>
    </message>
    <message>
        <source>The database is being copied…</source>
        <translation>Die Datenbank wird kopiert …</translation>
    </message>
    <message>
        <source>The database is being read</source>
        <translation>Die Datenbank wird gelesen</translation>
    </message>
    <message>
        <source>The desktop gave no picture of the screen.</source>
        <translation>Der Desktop gab kein Bild des Bildschirms her.</translation>
    </message>
    <message>
        <source>The diagnosis is in the clipboard; keys are cut in it.</source>
        <translation>Die Diagnose ist in der Zwischenablage; Schlüssel sind darin gekürzt.</translation>
    </message>
    <message>
        <source>The digits are equal</source>
        <translation>Die Ziffern sind gleich</translation>
    </message>
    <message>
        <source>The directory does not follow ({code}).</source>
        <translation>Das Verzeichnis folgt nicht ({code}).</translation>
    </message>
    <message>
        <source>The directory is empty: what you put into it later is shared.</source>
        <translation>Das Verzeichnis ist leer: Was du später hineinlegst, wird geteilt.</translation>
    </message>
    <message>
        <source>The directory {directory} cannot be read.</source>
        <translation>Das Verzeichnis {directory} ist nicht zu lesen.</translation>
    </message>
    <message>
        <source>The directory {directory} is not there any more.</source>
        <translation>Das Verzeichnis {directory} ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The disk is full: nothing more is written into {directory}.</source>
        <translation>Die Festplatte ist voll: In {directory} wird nichts mehr geschrieben.</translation>
    </message>
    <message>
        <source>The disk is full; nothing was saved in {detail}.</source>
        <translation>Die Festplatte ist voll; in {detail} wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>The disk is full; nothing was saved.</source>
        <translation>Die Festplatte ist voll; nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>The disk or folder cannot be written to.</source>
        <translation>Auf die Festplatte oder in den Ordner kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The disk reported an error; nothing was changed ({detail}).</source>
        <translation>Die Festplatte meldet einen Fehler; nichts wurde geändert ({detail}).</translation>
    </message>
    <message>
        <source>The disk reported an error; nothing was changed.</source>
        <translation>Die Festplatte meldet einen Fehler; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The feed is paused: others get what you write when it goes on.</source>
        <translation>Der Feed ist angehalten: Andere bekommen, was du schreibst, wenn er weitergeht.</translation>
    </message>
    <message>
        <source>The feed&apos;s code</source>
        <translation>Der Code des Feeds</translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation>Die Datei konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation>Die Datei konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The file holds everything of this profile: identities, channels, communities, feeds, folders&apos; keys, comments and settings. It is encrypted with a passphrase of its own; whoever has both is you. A forgotten passphrase cannot be recovered.</source>
        <translation>Die Datei enthält alles aus diesem Profil: Identitäten, Kanäle, Gemeinschaften, Feeds, die Schlüssel der Ordner, Kommentare und Einstellungen. Sie ist mit einer eigenen Passphrase verschlüsselt; wer beides hat, ist du. Eine vergessene Passphrase lässt sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>The file holds the identity, its channels&apos; keys and its rights, encrypted with a passphrase. Whoever has both can write as you. A forgotten passphrase cannot be recovered.</source>
        <translation>Die Datei enthält die Identität, die Schlüssel ihrer Kanäle und ihre Rechte, mit einer Passphrase verschlüsselt. Wer beides hat, kann als du schreiben. Eine vergessene Passphrase lässt sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>The file is not encrypted: whoever gets it can read it. Messages that you deleted for yourself, and people whom you hide, are left out.</source>
        <translation>Die Datei ist nicht verschlüsselt: Wer sie bekommt, kann sie lesen. Nachrichten, die du für dich gelöscht hast, und Leute, die du ausblendest, fehlen darin.</translation>
    </message>
    <message>
        <source>The file {detail} could not be read.</source>
        <translation>Die Datei {detail} konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file {detail} could not be written.</source>
        <translation>Die Datei {detail} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The file&apos;s own passphrase is missing.</source>
        <translation>Die eigene Passphrase der Datei fehlt.</translation>
    </message>
    <message>
        <source>The first day</source>
        <translation>Der erste Tag</translation>
    </message>
    <message>
        <source>The first day is after the last one.</source>
        <translation>Der erste Tag liegt nach dem letzten.</translation>
    </message>
    <message>
        <source>The folder could not be written.</source>
        <translation>Der Ordner konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The folder of a profile</source>
        <translation>Der Ordner eines Profils</translation>
    </message>
    <message>
        <source>The folder that it is to be in is not there.</source>
        <translation>Den Ordner, in dem er liegen soll, gibt es nicht.</translation>
    </message>
    <message>
        <source>The folder {detail} could not be written.</source>
        <translation>Der Ordner {detail} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The folder&apos;s code</source>
        <translation>Der Code des Ordners</translation>
    </message>
    <message>
        <source>The folder&apos;s link is in the clipboard.</source>
        <translation>Der Link des Ordners ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The history that is here</source>
        <translation>Der Verlauf, der hier ist</translation>
    </message>
    <message>
        <source>The invite lets them post until {day}.</source>
        <translation>Die Einladung lässt sie bis {day} schreiben.</translation>
    </message>
    <message>
        <source>The invite request has expired.</source>
        <translation>Die Einladungsanfrage ist abgelaufen.</translation>
    </message>
    <message>
        <source>The key file {detail} is damaged.</source>
        <translation>Die Schlüsseldatei {detail} ist beschädigt.</translation>
    </message>
    <message>
        <source>The key file {detail} is missing, so the profile&apos;s database cannot be opened.</source>
        <translation>Die Schlüsseldatei {detail} fehlt, deshalb lässt sich die Datenbank des Profils nicht öffnen.</translation>
    </message>
    <message>
        <source>The key is in the clipboard.</source>
        <translation>Der Schlüssel ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The key of {name} is copied.</source>
        <translation>Der Schlüssel von {name} ist kopiert.</translation>
    </message>
    <message>
        <source>The key ring did not answer, and may still hold the key of this profile.</source>
        <translation>Der Schlüsselbund hat nicht geantwortet und enthält den Schlüssel dieses Profils vielleicht noch.</translation>
    </message>
    <message>
        <source>The last 30 days</source>
        <translation>Die letzten 30 Tage</translation>
    </message>
    <message>
        <source>The last day</source>
        <translation>Der letzte Tag</translation>
    </message>
    <message>
        <source>The last year</source>
        <translation>Das letzte Jahr</translation>
    </message>
    <message>
        <source>The link also tells the community&apos;s name as you call it, and this computer&apos;s addresses. Give it only to people whom you trust with everything that is written there.</source>
        <translation>Der Link verrät auch, wie du die Gemeinschaft nennst, und die Adressen dieses Computers. Gib ihn nur Leuten, denen du alles anvertraust, was dort geschrieben wird.</translation>
    </message>
    <message>
        <source>The link names people who moderate. What they hide, block or take out will count for you until you take the role back, on the community&apos;s page under “Moderation”.</source>
        <translation>Der Link nennt Leute, die moderieren. Was sie ausblenden, blockieren oder herausnehmen, gilt für dich, bis du die Rolle zurücknimmst: auf der Seite der Gemeinschaft unter „Moderation“.</translation>
    </message>
    <message>
        <source>The member who lets you in sees the same digits. Compare them, best aloud.</source>
        <translation>Das Mitglied, das dich einlässt, sieht dieselben Ziffern. Vergleicht sie, am besten laut.</translation>
    </message>
    <message>
        <source>The message is folded away.</source>
        <translation>Die Nachricht ist eingeklappt.</translation>
    </message>
    <message>
        <source>The name cannot have a &quot; here.</source>
        <translation>Der Name kann hier kein &quot; haben.</translation>
    </message>
    <message>
        <source>The name is for you. In a channel, others see the name that you are given there.</source>
        <translation>Der Name ist für dich. In einem Kanal sehen andere den Namen, den du dort bekommst.</translation>
    </message>
    <message>
        <source>The name “{detail}” is already in use.</source>
        <translation>Der Name „{detail}“ wird schon benutzt.</translation>
    </message>
    <message>
        <source>The newest {count} messages. A further word finds others.</source>
        <translation>Die neuesten {count} Nachrichten. Ein weiteres Wort findet andere.</translation>
    </message>
    <message>
        <source>The newest {count} messages; older ones follow further down.</source>
        <translation>Die neuesten {count} Nachrichten; ältere folgen weiter unten.</translation>
    </message>
    <message>
        <source>The other computer is connected.</source>
        <translation>Der andere Rechner ist verbunden.</translation>
    </message>
    <message>
        <source>The other history</source>
        <translation>Der andere Verlauf</translation>
    </message>
    <message>
        <source>The other profile opens in a window of its own.</source>
        <translation>Das andere Profil öffnet sich in einem eigenen Fenster.</translation>
    </message>
    <message>
        <source>The other side broke the protocol and was cut off.</source>
        <translation>Die andere Seite hat das Protokoll gebrochen und wurde getrennt.</translation>
    </message>
    <message>
        <source>The other side broke the protocol and was cut off: {detail}.</source>
        <translation>Die andere Seite hat das Protokoll gebrochen und wurde getrennt: {detail}.</translation>
    </message>
    <message>
        <source>The other side closed the connection.</source>
        <translation>Die andere Seite hat die Verbindung geschlossen.</translation>
    </message>
    <message>
        <source>The other side did not answer in time.</source>
        <translation>Die andere Seite hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The other side refused to go on.</source>
        <translation>Die andere Seite wollte nicht weitermachen.</translation>
    </message>
    <message>
        <source>The other side refused to go on: {detail}.</source>
        <translation>Die andere Seite wollte nicht weitermachen: {detail}.</translation>
    </message>
    <message>
        <source>The other side was too slow to follow.</source>
        <translation>Die andere Seite war zu langsam, um zu folgen.</translation>
    </message>
    <message>
        <source>The passphrase is asked for at each start; “tidings doctor” says more.</source>
        <translation>Nach der Passphrase wird bei jedem Start gefragt; „tidings doctor“ sagt mehr.</translation>
    </message>
    <message>
        <source>The passphrase is wrong.</source>
        <translation>Die Passphrase ist falsch.</translation>
    </message>
    <message>
        <source>The port is open at no private IPv4 address, so there is nothing that a router could let others through to.</source>
        <translation>Der Port ist an keiner privaten IPv4-Adresse offen, also gibt es nichts, wohin ein Router andere durchlassen könnte.</translation>
    </message>
    <message>
        <source>The port is used by another program.</source>
        <translation>Der Port wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>The port of the address is missing.</source>
        <translation>Der Port der Adresse fehlt.</translation>
    </message>
    <message>
        <source>The port of {detail} is used by another program.</source>
        <translation>Der Port von {detail} wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>The profile is on the other computer now. Use it there alone. When you have seen that all is there, you can delete this profile&apos;s folder.</source>
        <translation>Das Profil ist jetzt auf dem anderen Rechner. Benutze es nur noch dort. Wenn du gesehen hast, dass alles da ist, kannst du den Ordner dieses Profils löschen.</translation>
    </message>
    <message>
        <source>The profile opens with the new passphrase from now on.</source>
        <translation>Das Profil öffnet sich von jetzt an mit der neuen Passphrase.</translation>
    </message>
    <message>
        <source>The profile opens without a passphrase from now on.</source>
        <translation>Das Profil öffnet sich von jetzt an ohne Passphrase.</translation>
    </message>
    <message>
        <source>The profile&apos;s database is damaged ({detail}).</source>
        <translation>Die Datenbank des Profils ist beschädigt ({detail}).</translation>
    </message>
    <message>
        <source>The profile&apos;s database is damaged, or belongs to another key.</source>
        <translation>Die Datenbank des Profils ist beschädigt oder gehört zu einem anderen Schlüssel.</translation>
    </message>
    <message>
        <source>The profile&apos;s database is damaged.</source>
        <translation>Die Datenbank des Profils ist beschädigt.</translation>
    </message>
    <message>
        <source>The profile&apos;s database is missing or empty, though its key is there.</source>
        <translation>Die Datenbank des Profils fehlt oder ist leer, obwohl ihr Schlüssel da ist.</translation>
    </message>
    <message>
        <source>The profile&apos;s database {detail} is damaged, or belongs to another key.</source>
        <translation>Die Datenbank des Profils {detail} ist beschädigt oder gehört zu einem anderen Schlüssel.</translation>
    </message>
    <message>
        <source>The profile&apos;s database {detail} is missing or empty, though its key is there.</source>
        <translation>Die Datenbank des Profils {detail} fehlt oder ist leer, obwohl ihr Schlüssel da ist.</translation>
    </message>
    <message>
        <source>The profile&apos;s key file is damaged.</source>
        <translation>Die Schlüsseldatei des Profils ist beschädigt.</translation>
    </message>
    <message>
        <source>The profile&apos;s key file is missing, so its database cannot be opened.</source>
        <translation>Die Schlüsseldatei des Profils fehlt, deshalb lässt sich seine Datenbank nicht öffnen.</translation>
    </message>
    <message>
        <source>The protocol of the address is missing.</source>
        <translation>Das Protokoll der Adresse fehlt.</translation>
    </message>
    <message>
        <source>The protocol “{detail}” is not in this version.</source>
        <translation>Das Protokoll „{detail}“ gibt es in dieser Version nicht.</translation>
    </message>
    <message>
        <source>The reason is too long.</source>
        <translation>Der Grund ist zu lang.</translation>
    </message>
    <message>
        <source>The reason is too long: it may have {detail}.</source>
        <translation>Der Grund ist zu lang: Er darf {detail} haben.</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>Der Bericht</translation>
    </message>
    <message>
        <source>The report could not be made.</source>
        <translation>Der Bericht konnte nicht erstellt werden.</translation>
    </message>
    <message>
        <source>The report is ready.</source>
        <translation>Der Bericht ist fertig.</translation>
    </message>
    <message>
        <source>The report that was being made was called off. Please make it again.</source>
        <translation>Der Bericht, der gerade gemacht wurde, ist abgebrochen. Bitte lass ihn noch einmal machen.</translation>
    </message>
    <message>
        <source>The rest is too long to be shown. Copy the message to read it elsewhere.</source>
        <translation>Der Rest ist zu lang, um gezeigt zu werden. Kopiere die Nachricht, um ihn anderswo zu lesen.</translation>
    </message>
    <message>
        <source>The right to write here has {ended}.</source>
        <translation>Das Recht, hier zu schreiben: {ended}.</translation>
    </message>
    <message>
        <source>The roles that the link names are not given.</source>
        <translation>Die Rollen, die der Link nennt, werden nicht vergeben.</translation>
    </message>
    <message>
        <source>The router broke off when it was asked to let others through.</source>
        <translation>Der Router hat abgebrochen, als er gebeten wurde, andere durchzulassen.</translation>
    </message>
    <message>
        <source>The router has no public address itself: another one stands before it, often the provider&apos;s.</source>
        <translation>Der Router hat selbst keine öffentliche Adresse: Ein anderer steht vor ihm, oft der des Anbieters.</translation>
    </message>
    <message>
        <source>The router is being asked to let others through.</source>
        <translation>Der Router wird gerade gebeten, andere durchzulassen.</translation>
    </message>
    <message>
        <source>The router refuses to let others through.</source>
        <translation>Der Router weigert sich, andere durchzulassen.</translation>
    </message>
    <message>
        <source>The router says that it lets others through at {address}.</source>
        <translation>Der Router sagt, dass er andere unter {address} durchlässt.</translation>
    </message>
    <message>
        <source>The safety code as a QR code</source>
        <translation>Der Sicherheitscode als QR-Code</translation>
    </message>
    <message>
        <source>The same as text: press “Copy text”.</source>
        <translation>Dasselbe als Text: Drücke „Text kopieren“.</translation>
    </message>
    <message>
        <source>The same passphrase again</source>
        <translation>Noch einmal dieselbe Passphrase</translation>
    </message>
    <message>
        <source>The search stopped after a while. A further word finds faster.</source>
        <translation>Die Suche hat nach einer Weile aufgehört. Mit einem weiteren Wort geht es schneller.</translation>
    </message>
    <message>
        <source>The search stopped after a while. Choose one channel, or add a word.</source>
        <translation>Die Suche hat nach einer Weile aufgehört. Wähle einen einzelnen Kanal, oder füge ein Wort hinzu.</translation>
    </message>
    <message>
        <source>The shared folder “{detail}” lies in that directory, inside it or around it.</source>
        <translation>Der geteilte Ordner „{detail}“ liegt in diesem Verzeichnis, darin oder darüber.</translation>
    </message>
    <message>
        <source>The shared folder “{detail}” says that its contents lie there.</source>
        <translation>Der geteilte Ordner „{detail}“ gibt an, dass dort sein Inhalt liegt.</translation>
    </message>
    <message>
        <source>The system does not let Tidings use the camera.</source>
        <translation>Das System lässt Tidings die Kamera nicht benutzen.</translation>
    </message>
    <message>
        <source>The text is in the clipboard.</source>
        <translation>Der Text ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The text of {wanted}</source>
        <translation>Der Text: {wanted}</translation>
    </message>
    <message>
        <source>The topic is too long.</source>
        <translation>Das Thema ist zu lang.</translation>
    </message>
    <message>
        <source>The topic is too long: it may have {detail}.</source>
        <translation>Das Thema ist zu lang: Es darf {detail} haben.</translation>
    </message>
    <message>
        <source>The two are not the same.</source>
        <translation>Die beiden sind nicht gleich.</translation>
    </message>
    <message>
        <source>The two computers did not find each other.</source>
        <translation>Die beiden Rechner haben einander nicht gefunden.</translation>
    </message>
    <message>
        <source>The two passphrases differ.</source>
        <translation>Die beiden Passphrasen sind verschieden.</translation>
    </message>
    <message>
        <source>The whole database is read, which takes a moment when it is large.</source>
        <translation>Die ganze Datenbank wird gelesen; ist sie groß, dauert das einen Moment.</translation>
    </message>
    <message>
        <source>The window</source>
        <translation>Das Fenster</translation>
    </message>
    <message>
        <source>Their Tidings asks when you are both online; or they show you a request for an invite.</source>
        <translation>Ihr Tidings fragt, wenn ihr beide online seid; oder sie zeigen dir eine Einladungsanfrage.</translation>
    </message>
    <message>
        <source>Their Tidings asks you for a fresh link when you are both online; then one press renews it.</source>
        <translation>Ihr Tidings bittet dich um ein neues Schreibrecht, wenn ihr beide online seid; dann erneuert es ein Druck.</translation>
    </message>
    <message>
        <source>Their judgement counts no more</source>
        <translation>Das Urteil des Mitglieds gilt nicht mehr</translation>
    </message>
    <message>
        <source>Their name in this channel</source>
        <translation>Ihr Name in diesem Kanal</translation>
    </message>
    <message>
        <source>Their public key begins with {digits}.</source>
        <translation>Ihr öffentlicher Schlüssel beginnt mit {digits}.</translation>
    </message>
    <message>
        <source>There already is: {names}. Files of the same name are replaced; their earlier versions stay in the folder&apos;s history.</source>
        <translation>Es gibt schon: {names}. Dateien desselben Namens werden ersetzt; ihre früheren Fassungen bleiben im Verlauf des Ordners.</translation>
    </message>
    <message>
        <source>There are files in {directory} already. None of yours is lost: one that is in the way of a file of the folder is moved aside. The others stay, and are not shared.</source>
        <translation>In {directory} liegen schon Dateien. Keine von deinen geht verloren: Eine, die einer Datei des Ordners im Weg ist, wird beiseitegelegt. Die anderen bleiben und werden nicht geteilt.</translation>
    </message>
    <message>
        <source>There are more files in {directory} than can be shared.</source>
        <translation>In {directory} sind mehr Dateien, als geteilt werden können.</translation>
    </message>
    <message>
        <source>There are no files yet.</source>
        <translation>Noch gibt es keine Dateien.</translation>
    </message>
    <message>
        <source>There are no roles in this community. You can follow somebody&apos;s moderation.</source>
        <translation>In dieser Gemeinschaft gibt es keine Rollen. Du kannst der Moderation von jemandem folgen.</translation>
    </message>
    <message>
        <source>There are too many connections already.</source>
        <translation>Es gibt schon zu viele Verbindungen.</translation>
    </message>
    <message>
        <source>There are too many drafts to keep; this one is kept only until Tidings closes.</source>
        <translation>Es gibt zu viele Entwürfe; dieser wird nur behalten, bis Tidings endet.</translation>
    </message>
    <message>
        <source>There are too many other files in {directory}: nothing is written into it.</source>
        <translation>In {directory} liegen zu viele andere Dateien: Es wird nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>There are {count} more. Type a part of a name to find one of them.</source>
        <translation>Es gibt {count} weitere. Tippe einen Teil des Namens, um einen davon zu finden.</translation>
    </message>
    <message>
        <source>There is a file called “{name}” already.</source>
        <translation>Eine Datei namens „{name}“ gibt es schon.</translation>
    </message>
    <message>
        <source>There is a profile in that folder already; nothing was changed.</source>
        <translation>In diesem Ordner ist schon ein Profil; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>There is a profile in {detail} already; nothing was changed.</source>
        <translation>In {detail} ist schon ein Profil; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>There is already a connection to this peer.</source>
        <translation>Zu dieser Gegenstelle gibt es schon eine Verbindung.</translation>
    </message>
    <message>
        <source>There is no QR code in this picture.</source>
        <translation>In diesem Bild ist kein QR-Code.</translation>
    </message>
    <message>
        <source>There is no QR code in {detail}.</source>
        <translation>Hier ist kein QR-Code: {detail}.</translation>
    </message>
    <message>
        <source>There is no Tidings profile in this folder, and it is not empty.</source>
        <translation>In diesem Ordner ist kein Profil von Tidings, und er ist nicht leer.</translation>
    </message>
    <message>
        <source>There is no channel “{detail}”.</source>
        <translation>Es gibt keinen Kanal „{detail}“.</translation>
    </message>
    <message>
        <source>There is no command /{name}, and nothing was sent. /help lists them all; a message that begins with a slash is written with two.</source>
        <translation>Einen Befehl /{name} gibt es nicht, und nichts wurde gesendet. /help zeigt alle; eine Nachricht, die mit einem Schrägstrich beginnt, schreibt man mit zweien.</translation>
    </message>
    <message>
        <source>There is no comment {detail} on this feed.</source>
        <translation>Zu diesem Feed gibt es keinen Kommentar {detail}.</translation>
    </message>
    <message>
        <source>There is no community of that name or id.</source>
        <translation>Es gibt keine Gemeinschaft mit diesem Namen oder dieser Kennung.</translation>
    </message>
    <message>
        <source>There is no community “{detail}”.</source>
        <translation>Es gibt keine Gemeinschaft „{detail}“.</translation>
    </message>
    <message>
        <source>There is no entry {detail} in this feed.</source>
        <translation>In diesem Feed gibt es keinen Eintrag {detail}.</translation>
    </message>
    <message>
        <source>There is no folder {detail}.</source>
        <translation>Es gibt keinen Ordner {detail}.</translation>
    </message>
    <message>
        <source>There is no identity called “{detail}”.</source>
        <translation>Es gibt keine Identität namens „{detail}“.</translation>
    </message>
    <message>
        <source>There is no identity of that name.</source>
        <translation>Es gibt keine Identität dieses Namens.</translation>
    </message>
    <message>
        <source>There is no message of yours here that could be changed.</source>
        <translation>Hier ist keine Nachricht von dir, die geändert werden könnte.</translation>
    </message>
    <message>
        <source>There is no message of yours in sight of this channel.</source>
        <translation>In diesem Kanal ist keine Nachricht von dir in Sicht.</translation>
    </message>
    <message>
        <source>There is no open request {detail}.</source>
        <translation>Es gibt keine offene Anfrage {detail}.</translation>
    </message>
    <message>
        <source>There is no peer “{detail}”.</source>
        <translation>Es gibt keine Gegenstelle „{detail}“.</translation>
    </message>
    <message>
        <source>There is no post {detail} in this channel.</source>
        <translation>In diesem Kanal gibt es keine Nachricht {detail}.</translation>
    </message>
    <message>
        <source>There is no room for it: you have written as much on this feed as one person may, or the feed holds as many comments as it can.</source>
        <translation>Dafür ist kein Platz: Du hast in diesem Feed so viel geschrieben, wie eine Person darf, oder der Feed fasst keine weiteren Kommentare.</translation>
    </message>
    <message>
        <source>There is no server: messages travel only while somebody who has them is online at the same time as you.</source>
        <translation>Es gibt keinen Server: Nachrichten reisen nur, solange jemand, der sie hat, zur gleichen Zeit online ist wie du.</translation>
    </message>
    <message>
        <source>There is no such channel here any more.</source>
        <translation>Diesen Kanal gibt es hier nicht mehr.</translation>
    </message>
    <message>
        <source>There is no such comment on this feed.</source>
        <translation>Zu diesem Feed gibt es keinen solchen Kommentar.</translation>
    </message>
    <message>
        <source>There is no such entry in this feed.</source>
        <translation>Diesen Eintrag gibt es in diesem Feed nicht.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Eine solche Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such open request.</source>
        <translation>Es gibt keine solche offene Anfrage.</translation>
    </message>
    <message>
        <source>There is no such peer.</source>
        <translation>Es gibt keine solche Gegenstelle.</translation>
    </message>
    <message>
        <source>There is no such post in this channel.</source>
        <translation>In diesem Kanal gibt es keine solche Nachricht.</translation>
    </message>
    <message>
        <source>There is no text and no picture in the clipboard.</source>
        <translation>In der Zwischenablage ist weder Text noch ein Bild.</translation>
    </message>
    <message>
        <source>There is no way to that computer.</source>
        <translation>Zu diesem Computer führt kein Weg.</translation>
    </message>
    <message>
        <source>There is nothing more to be done.</source>
        <translation>Es ist nichts weiter zu tun.</translation>
    </message>
    <message>
        <source>There is nothing to post.</source>
        <translation>Es gibt nichts zu senden.</translation>
    </message>
    <message>
        <source>There is too little free memory to work with a passphrase; nothing was changed.</source>
        <translation>Es ist zu wenig Speicher frei, um mit einer Passphrase zu arbeiten; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>There was no time to look through all messages. A further word finds faster.</source>
        <translation>Die Zeit reichte nicht, um alle Nachrichten durchzusehen. Mit einem weiteren Wort geht es schneller.</translation>
    </message>
    <message>
        <source>They are already a member of this channel, as {name}. A new invite changes until when they may post; under another name, everybody sees them by that name from then on.</source>
        <translation>Sie sind schon Mitglied dieses Kanals, als {name}. Eine neue Einladung ändert, bis wann sie schreiben dürfen; unter einem anderen Namen sehen alle sie von da an mit diesem.</translation>
    </message>
    <message>
        <source>They are different.</source>
        <translation>Sie sind verschieden.</translation>
    </message>
    <message>
        <source>They are equal.</source>
        <translation>Sie sind gleich.</translation>
    </message>
    <message>
        <source>They are not connected yet.</source>
        <translation>Sie sind noch nicht verbunden.</translation>
    </message>
    <message>
        <source>They are online now.</source>
        <translation>Sie sind jetzt online.</translation>
    </message>
    <message>
        <source>They are typed where a message would begin.</source>
        <translation>Man schreibt sie dorthin, wo eine Nachricht beginnen würde.</translation>
    </message>
    <message>
        <source>They go from the computers of all who mirror this folder. If a disk was unplugged, connect it instead: nothing is lost.</source>
        <translation>Die Dateien verschwinden von den Computern aller, die diesen Ordner spiegeln. Wurde eine Festplatte abgezogen, schließ sie stattdessen an: Nichts ist verloren.</translation>
    </message>
    <message>
        <source>They know you as {name}</source>
        <translation>Sie kennen dich als {name}</translation>
    </message>
    <message>
        <source>They may comment until, this day included</source>
        <translation>Darf kommentieren bis einschließlich</translation>
    </message>
    <message>
        <source>They may comment, and let others comment in turn, up to five steps from the feed&apos;s author. This cannot be taken back before it ends: choose a day, and give them another permission then. After that day only comments that bear an earlier date are taken from them.</source>
        <translation>Diese Person darf kommentieren und auch andere kommentieren lassen, bis zu fünf Schritte vom Verfasser des Feeds entfernt. Das lässt sich nicht zurücknehmen, bevor es endet: Wähle einen Tag und gib ihr dann eine neue Erlaubnis. Nach diesem Tag werden von ihr nur noch Kommentare angenommen, die ein früheres Datum tragen.</translation>
    </message>
    <message>
        <source>They may post until</source>
        <translation>Sie dürfen schreiben bis</translation>
    </message>
    <message>
        <source>They may post until, this day included</source>
        <translation>Sie dürfen schreiben bis einschließlich</translation>
    </message>
    <message>
        <source>They open it in Tidings under “Follow a feed”.</source>
        <translation>Geöffnet wird er in Tidings unter „Einem Feed folgen“.</translation>
    </message>
    <message>
        <source>They open it in Tidings under “Follow a public channel”.</source>
        <translation>Geöffnet wird er in Tidings unter „Einem öffentlichen Kanal folgen“.</translation>
    </message>
    <message>
        <source>They open it in Tidings under “Get a folder”.</source>
        <translation>Geöffnet wird er in Tidings unter „Einen Ordner holen“.</translation>
    </message>
    <message>
        <source>They open it in Tidings under “Join a community”.</source>
        <translation>Geöffnet wird er in Tidings unter „Einer Gemeinschaft beitreten“.</translation>
    </message>
    <message>
        <source>They own this channel: nobody needs to let them in.</source>
        <translation>Der Kanal gehört dieser Person: Niemand muss sie einlassen.</translation>
    </message>
    <message>
        <source>They will be able to read everything in this channel, also what was written before, and to post, but not invite others.</source>
        <translation>Sie werden alles in diesem Kanal lesen können, auch was vorher geschrieben wurde, und schreiben, aber andere nicht einladen.</translation>
    </message>
    <message>
        <source>They will be able to read everything in this channel, also what was written before, to post, and invite others, up to {steps} steps further.</source>
        <translation>Sie werden alles in diesem Kanal lesen können, auch was vorher geschrieben wurde, schreiben und andere einladen, bis zu {steps} Schritte weiter.</translation>
    </message>
    <message>
        <source>They will be able to read everything in this channel, also what was written before, to post, and invite others, who cannot invite any further.</source>
        <translation>Sie werden alles in diesem Kanal lesen können, auch was vorher geschrieben wurde, schreiben und andere einladen, die niemanden mehr einladen können.</translation>
    </message>
    <message>
        <source>This Tidings link is incomplete.</source>
        <translation>Dieser Tidings-Link ist unvollständig.</translation>
    </message>
    <message>
        <source>This Tidings link is incomplete: {detail}.</source>
        <translation>Dieser Tidings-Link ist unvollständig: {detail}.</translation>
    </message>
    <message>
        <source>This backup is damaged: it was cut off or changed. Nothing was restored.</source>
        <translation>Diese Sicherung ist beschädigt: Sie wurde abgeschnitten oder verändert. Es wurde nichts zurückgeholt.</translation>
    </message>
    <message>
        <source>This cannot be changed later: {wire}.</source>
        <translation>Das lässt sich später nicht ändern: {wire}.</translation>
    </message>
    <message>
        <source>This channel is no longer in your list.</source>
        <translation>Dieser Kanal ist nicht mehr in deiner Liste.</translation>
    </message>
    <message>
        <source>This channel is still being opened. Try again in a moment.</source>
        <translation>Dieser Kanal wird noch geöffnet. Versuch es gleich noch einmal.</translation>
    </message>
    <message>
        <source>This channel is your own: your right in it never ends.</source>
        <translation>Dieser Kanal gehört dir: Dein Recht darin endet nie.</translation>
    </message>
    <message>
        <source>This channel was taken out of the list and receives nothing any more. It can be put back among the channels of its community.</source>
        <translation>Dieser Kanal wurde aus der Liste genommen und empfängt nichts mehr. Unter den Kanälen seiner Gemeinschaft lässt er sich wieder aufnehmen.</translation>
    </message>
    <message>
        <source>This channel was taken out of the list.</source>
        <translation>Dieser Kanal wurde aus der Liste genommen.</translation>
    </message>
    <message>
        <source>This channel&apos;s first messages have not arrived yet.</source>
        <translation>Die ersten Nachrichten dieses Kanals sind noch nicht eingetroffen.</translation>
    </message>
    <message>
        <source>This comment was taken back.</source>
        <translation>Dieser Kommentar wurde zurückgezogen.</translation>
    </message>
    <message>
        <source>This community has roles instead: /mod {name}</source>
        <translation>Diese Gemeinschaft hat stattdessen Rollen: /mod {name}</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>This computer does not allow connections to that address.</source>
        <translation>Dieser Computer erlaubt keine Verbindungen zu dieser Adresse.</translation>
    </message>
    <message>
        <source>This computer does not have that address.</source>
        <translation>Dieser Computer hat diese Adresse nicht.</translation>
    </message>
    <message>
        <source>This computer does not have the address {detail}.</source>
        <translation>Dieser Computer hat die Adresse {detail} nicht.</translation>
    </message>
    <message>
        <source>This computer has no address that others could dial.</source>
        <translation>Dieser Computer hat keine Adresse, die andere anwählen könnten.</translation>
    </message>
    <message>
        <source>This computer has no camera that Tidings can see.</source>
        <translation>Dieser Computer hat keine Kamera, die Tidings sehen kann.</translation>
    </message>
    <message>
        <source>This computer has no key ring that could remember it.</source>
        <translation>Dieser Rechner hat keinen Schlüsselbund, der sich das merken könnte.</translation>
    </message>
    <message>
        <source>This computer has no network that leads there.</source>
        <translation>Dieser Computer hat kein Netz, das dorthin führt.</translation>
    </message>
    <message>
        <source>This computer has no program that opens {name}.</source>
        <translation>Auf diesem Computer gibt es kein Programm, das {name} öffnet.</translation>
    </message>
    <message>
        <source>This computer has too many files and connections open.</source>
        <translation>Dieser Computer hat zu viele Dateien und Verbindungen offen.</translation>
    </message>
    <message>
        <source>This computer is in no network, so there is no router to ask.</source>
        <translation>Dieser Computer ist in keinem Netz, also gibt es keinen Router, den man bitten könnte.</translation>
    </message>
    <message>
        <source>This computer&apos;s fonts have few of these. A font for emoji brings the others.</source>
        <translation>Die Schriften dieses Computers haben wenige davon. Eine Emoji-Schrift bringt die anderen.</translation>
    </message>
    <message>
        <source>This desktop (Wayland) does not let programs look at the screen.</source>
        <translation>Dieser Desktop (Wayland) lässt Programme den Bildschirm nicht ansehen.</translation>
    </message>
    <message>
        <source>This desktop has no tray, so closing the window ends Tidings.</source>
        <translation>Dieser Desktop hat keine Symbolleiste, deshalb beendet das Schließen des Fensters Tidings.</translation>
    </message>
    <message>
        <source>This directory is not empty</source>
        <translation>Dieses Verzeichnis ist nicht leer</translation>
    </message>
    <message>
        <source>This entry takes {size}.</source>
        <translation>Dieser Eintrag belegt {size}.</translation>
    </message>
    <message>
        <source>This erases all channels of the community from this computer, and with them your key in it: you can never again write there as the one you are now. Other members keep what they have.</source>
        <translation>Damit löschst du alle Kanäle der Gemeinschaft von diesem Computer, und mit ihnen deinen Schlüssel darin: Du kannst dort nie wieder als die Person schreiben, die du jetzt bist. Andere Mitglieder behalten, was sie haben.</translation>
    </message>
    <message>
        <source>This erases the list of files, their history and all content that Tidings holds. It cannot be undone; whoever else has the folder keeps it.</source>
        <translation>Das löscht die Liste der Dateien, ihren Verlauf und allen Inhalt, den Tidings hält. Es lässt sich nicht rückgängig machen; wer den Ordner sonst hat, behält ihn.</translation>
    </message>
    <message>
        <source>This feed comes from a backup, and no reader of it is connected: it is not known whether it went on after that backup.</source>
        <translation>Dieser Feed kommt aus einer Sicherung, und niemand ist verbunden, der ihn liest: Es ist nicht bekannt, ob er nach der Sicherung weiterging.</translation>
    </message>
    <message>
        <source>This feed holds no text so far.</source>
        <translation>Dieser Feed enthält bisher keinen Text.</translation>
    </message>
    <message>
        <source>This feed is named by what it holds, and has no author who could let anybody comment.</source>
        <translation>Dieser Feed ist nach seinem Inhalt benannt und hat keinen Autor, der jemanden kommentieren lassen könnte.</translation>
    </message>
    <message>
        <source>This feed is yours: you may comment, and decide who else may.</source>
        <translation>Dieser Feed gehört dir: Du darfst kommentieren und entscheidest, wer es sonst darf.</translation>
    </message>
    <message>
        <source>This feed may have gone on elsewhere: it was restored from a backup, or its key was used in another copy.</source>
        <translation>Dieser Feed ging vielleicht anderswo weiter: Er kommt aus einer Sicherung, oder sein Schlüssel wurde in einer anderen Kopie benutzt.</translation>
    </message>
    <message>
        <source>This feed was restored from a backup. It may have grown after that, so you can only read it until somebody who follows it is connected and says how far it has come. Then continue here, and only here: two copies that both post destroy the feed.</source>
        <translation>Dieser Feed wurde aus einer Sicherung zurückgeholt. Er kann danach gewachsen sein; darum kannst du ihn nur lesen, bis jemand verbunden ist, der ihm folgt und sagt, wie weit er ist. Setze ihn dann hier fort, und nur hier: Zwei Kopien, die beide schreiben, zerstören den Feed.</translation>
    </message>
    <message>
        <source>This feed&apos;s key has published entries that are not here, so another copy of your profile is in use, or this one was restored from a backup. They are being fetched; then you can continue here.</source>
        <translation>Der Schlüssel dieses Feeds hat Einträge veröffentlicht, die nicht hier sind: Eine andere Kopie deines Profils ist also in Gebrauch, oder dieses wurde aus einer Sicherung geholt. Sie werden geholt; dann kannst du hier weitermachen.</translation>
    </message>
    <message>
        <source>This feed&apos;s key has signed two different histories, so nothing can be added to it. Begin a new feed and tell its readers.</source>
        <translation>Der Schlüssel dieses Feeds hat zwei verschiedene Verläufe unterschrieben, daher kann nichts mehr hinzugefügt werden. Beginne einen neuen Feed und sag es den Lesern.</translation>
    </message>
    <message>
        <source>This file cannot be read.</source>
        <translation>Diese Datei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This file is no backup of Tidings.</source>
        <translation>Diese Datei ist keine Sicherung von Tidings.</translation>
    </message>
    <message>
        <source>This file is no exported identity.</source>
        <translation>Diese Datei ist keine exportierte Identität.</translation>
    </message>
    <message>
        <source>This file is not a picture that can be read.</source>
        <translation>Diese Datei ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>This file is not opened</source>
        <translation>Diese Datei wird nicht geöffnet</translation>
    </message>
    <message>
        <source>This file was written by a newer version of Tidings.</source>
        <translation>Diese Datei stammt von einer neueren Version von Tidings.</translation>
    </message>
    <message>
        <source>This folder may not take more of your disk.</source>
        <translation>Dieser Ordner darf nicht mehr von deiner Festplatte belegen.</translation>
    </message>
    <message>
        <source>This folder was restored from a backup, and may have changed after that.</source>
        <translation>Dieser Ordner wurde aus einer Sicherung zurückgeholt und kann sich danach geändert haben.</translation>
    </message>
    <message>
        <source>This had been waiting and was not sent. Press again to send it.</source>
        <translation>Das hatte hier gewartet und wurde nicht gesendet. Drück noch einmal, um es zu senden.</translation>
    </message>
    <message>
        <source>This invite answers no open request of this profile.</source>
        <translation>Diese Einladung gehört zu keiner offenen Anfrage dieses Profils.</translation>
    </message>
    <message>
        <source>This invite begins a little later than now, by this computer&apos;s clock.</source>
        <translation>Nach der Uhr dieses Computers gilt diese Einladung erst ein wenig später.</translation>
    </message>
    <message>
        <source>This invite begins in {detail} min, by this computer&apos;s clock.</source>
        <translation>Nach der Uhr dieses Computers gilt diese Einladung erst in {detail} min.</translation>
    </message>
    <message>
        <source>This is a Tidings code, but not the one that is needed here.</source>
        <translation>Das ist ein Code von Tidings, aber nicht der, der hier gebraucht wird.</translation>
    </message>
    <message>
        <source>This is a Tidings code, but not the one that is needed here: {detail}.</source>
        <translation>Das ist ein Code von Tidings, aber nicht der, der hier gebraucht wird: {detail}.</translation>
    </message>
    <message>
        <source>This is an invite. If it answers your request, you join the channel it is for, and the other members see the name you were given there.</source>
        <translation>Das ist eine Einladung. Gehört sie zu deiner Anfrage, trittst du dem Kanal bei, für den sie gilt, und die anderen Mitglieder sehen den Namen, den du dort bekommen hast.</translation>
    </message>
    <message>
        <source>This is no code of a computer that gives its profile away.</source>
        <translation>Das ist kein Code eines Rechners, der sein Profil abgibt.</translation>
    </message>
    <message>
        <source>This is no picture that can be shown safely. You can still save it.</source>
        <translation>Das ist kein Bild, das sich gefahrlos zeigen lässt. Speichern kannst du es trotzdem.</translation>
    </message>
    <message>
        <source>This is no valid permission to comment.</source>
        <translation>Das ist keine gültige Erlaubnis zu kommentieren.</translation>
    </message>
    <message>
        <source>This is no valid permission to comment: {detail}.</source>
        <translation>Das ist keine gültige Erlaubnis zu kommentieren: {detail}.</translation>
    </message>
    <message>
        <source>This is not UTF-8 text.</source>
        <translation>Das ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>This is not a valid Tidings link: it was changed or mistyped.</source>
        <translation>Das ist kein gültiger Tidings-Link: Er wurde verändert oder vertippt.</translation>
    </message>
    <message>
        <source>This is not a valid Tidings link: {detail}.</source>
        <translation>Das ist kein gültiger Tidings-Link: {detail}.</translation>
    </message>
    <message>
        <source>This is not a valid invite request.</source>
        <translation>Das ist keine gültige Einladungsanfrage.</translation>
    </message>
    <message>
        <source>This is not a valid invite request: {detail}.</source>
        <translation>Das ist keine gültige Einladungsanfrage: {detail}.</translation>
    </message>
    <message>
        <source>This is not a valid invite.</source>
        <translation>Das ist keine gültige Einladung.</translation>
    </message>
    <message>
        <source>This is not a valid invite: {detail}.</source>
        <translation>Das ist keine gültige Einladung: {detail}.</translation>
    </message>
    <message>
        <source>This is not an address.</source>
        <translation>Das ist keine Adresse.</translation>
    </message>
    <message>
        <source>This is nothing that Tidings knows.</source>
        <translation>Das kennt Tidings nicht.</translation>
    </message>
    <message>
        <source>This is nothing that Tidings knows: {detail}.</source>
        <translation>Das kennt Tidings nicht: {detail}.</translation>
    </message>
    <message>
        <source>This is the key of the feed&apos;s author, who may comment anyway.</source>
        <translation>Das ist der Schlüssel des Verfassers dieses Feeds, der ohnehin kommentieren darf.</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Das ist die neueste Version.</translation>
    </message>
    <message>
        <source>This is the passphrase that was chosen when the backup was made. It opens the restored profile, too.</source>
        <translation>Das ist die Passphrase, die beim Sichern gewählt wurde. Sie öffnet auch das zurückgeholte Profil.</translation>
    </message>
    <message>
        <source>This is the passphrase that was chosen when the file was made.</source>
        <translation>Das ist die Passphrase, die gewählt wurde, als die Datei entstand.</translation>
    </message>
    <message>
        <source>This is too large to be searched for a code.</source>
        <translation>Das ist zu groß, um darin nach einem Code zu suchen.</translation>
    </message>
    <message>
        <source>This is too large.</source>
        <translation>Das ist zu groß.</translation>
    </message>
    <message>
        <source>This is too large: {detail}.</source>
        <translation>Das ist zu groß: {detail}.</translation>
    </message>
    <message>
        <source>This is too much to be dragged: save a copy of it instead.</source>
        <translation>Das ist zu viel zum Ziehen: Sichere stattdessen eine Kopie davon.</translation>
    </message>
    <message>
        <source>This is you</source>
        <translation>Das bist du</translation>
    </message>
    <message>
        <source>This is your own feed. With it the key that signs it is erased: nobody, you included, can ever post in it again.</source>
        <translation>Das ist dein eigener Feed. Mit ihm wird der Schlüssel gelöscht, der ihn unterschreibt: Niemand, auch du nicht, kann je wieder darin schreiben.</translation>
    </message>
    <message>
        <source>This is your own folder. With it the key that signs it is erased: nobody, you included, can ever change it again.</source>
        <translation>Das ist dein eigener Ordner. Mit ihm wird der Schlüssel gelöscht, der ihn unterschreibt: Niemand, auch du nicht, kann ihn je wieder ändern.</translation>
    </message>
    <message>
        <source>This is your right as {name}.</source>
        <translation>Das ist dein Recht als {name}.</translation>
    </message>
    <message>
        <source>This is your right as {name}; after it you write as {other}.</source>
        <translation>Das ist dein Recht als {name}; danach schreibst du als {other}.</translation>
    </message>
    <message>
        <source>This is {count} bytes longer than a message here may be ({most}). Split it into several messages.</source>
        <translation>Das ist {count} Bytes länger, als eine Nachricht hier sein darf ({most}). Teile es in mehrere Nachrichten auf.</translation>
    </message>
    <message>
        <source>This is {count} characters too long for your place in the channel. Split it into several messages.</source>
        <translation>Das ist {count} Zeichen zu lang für deinen Platz im Kanal. Teile es in mehrere Nachrichten auf.</translation>
    </message>
    <message>
        <source>This key was shown for another feed.</source>
        <translation>Dieser Schlüssel wurde für einen anderen Feed gezeigt.</translation>
    </message>
    <message>
        <source>This kind of channel has no form for that.</source>
        <translation>Diese Art von Kanal hat dafür keine Form.</translation>
    </message>
    <message>
        <source>This leaves the channel and erases all its messages from this computer. It cannot be undone. Other members keep theirs.</source>
        <translation>Damit verlässt du den Kanal und löschst alle seine Nachrichten von diesem Computer. Das lässt sich nicht rückgängig machen. Andere Mitglieder behalten ihre.</translation>
    </message>
    <message>
        <source>This leaves the channel and erases what is here of it. Other members keep theirs: if you join it again, you receive again what they still have.</source>
        <translation>Damit verlässt du den Kanal und löschst, was davon hier ist. Andere Mitglieder behalten das Ihre: Trittst du wieder bei, bekommst du wieder, was sie noch haben.</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>Diese Liste</translation>
    </message>
    <message>
        <source>This message was deleted by who wrote it</source>
        <translation>Diese Nachricht wurde vom Verfasser gelöscht</translation>
    </message>
    <message>
        <source>This message was taken back</source>
        <translation>Diese Nachricht wurde zurückgezogen</translation>
    </message>
    <message>
        <source>This needs a feed.</source>
        <translation>Dazu braucht es einen Feed.</translation>
    </message>
    <message>
        <source>This needs a shared folder.</source>
        <translation>Dazu braucht es einen geteilten Ordner.</translation>
    </message>
    <message>
        <source>This needs a tray, which this desktop does not have.</source>
        <translation>Das braucht eine Symbolleiste, die dieser Desktop nicht hat.</translation>
    </message>
    <message>
        <source>This peer is banned here.</source>
        <translation>Diese Gegenstelle ist hier gesperrt.</translation>
    </message>
    <message>
        <source>This permission is for another key of yours than that of your comments here.</source>
        <translation>Diese Erlaubnis gilt für einen anderen deiner Schlüssel als den deiner Kommentare hier.</translation>
    </message>
    <message>
        <source>This permission to comment is for another key than yours.</source>
        <translation>Diese Erlaubnis zu kommentieren gilt für einen anderen Schlüssel als deinen.</translation>
    </message>
    <message>
        <source>This post is too long for your place in the channel.</source>
        <translation>Diese Nachricht ist zu lang für deinen Platz im Kanal.</translation>
    </message>
    <message>
        <source>This post is too long: at most {detail} fit here.</source>
        <translation>Diese Nachricht ist zu lang: Hier passen höchstens {detail} hinein.</translation>
    </message>
    <message>
        <source>This profile has no passphrase, so locking it would protect nothing.</source>
        <translation>Dieses Profil hat keine Passphrase; es zu sperren würde nichts schützen.</translation>
    </message>
    <message>
        <source>This profile is locked.</source>
        <translation>Dieses Profil ist gesperrt.</translation>
    </message>
    <message>
        <source>This profile is protected by a passphrase.</source>
        <translation>Dieses Profil ist durch eine Passphrase geschützt.</translation>
    </message>
    <message>
        <source>This profile opens without a passphrase, for whoever uses this computer.</source>
        <translation>Dieses Profil öffnet sich ohne Passphrase, für jeden, der diesen Computer benutzt.</translation>
    </message>
    <message>
        <source>This profile was written by a newer version of Tidings ({detail}); nothing was changed.</source>
        <translation>Dieses Profil stammt von einer neueren Version von Tidings ({detail}); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>This profile was written by a newer version of Tidings; nothing was changed.</source>
        <translation>Dieses Profil stammt von einer neueren Version von Tidings; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>This report is not in its folder any more.</source>
        <translation>Dieser Bericht ist nicht mehr in seinem Ordner.</translation>
    </message>
    <message>
        <source>This request is one of your own.</source>
        <translation>Diese Anfrage ist eine von deinen.</translation>
    </message>
    <message>
        <source>This stops following the feed and erases all of it from this computer. It cannot be undone; whoever else has it keeps it.</source>
        <translation>Damit folgst du dem Feed nicht mehr, und alles von ihm wird auf diesem Computer gelöscht. Es lässt sich nicht rückgängig machen; wer ihn sonst hat, behält ihn.</translation>
    </message>
    <message>
        <source>This takes longer than usual. After an update the messages are brought into a new form once; with a long history that takes a minute or more.</source>
        <translation>Das dauert länger als sonst. Nach einer Aktualisierung werden die Nachrichten einmal in eine neue Form gebracht; bei langem Verlauf dauert das eine Minute oder mehr.</translation>
    </message>
    <message>
        <source>This takes longer than usual. Please wait: nothing is lost.</source>
        <translation>Das dauert länger als sonst. Bitte warte: Nichts geht verloren.</translation>
    </message>
    <message>
        <source>This text is too long for one entry: {size}. Attach it as a file.</source>
        <translation>Dieser Text ist zu lang für einen Eintrag: {size}. Häng ihn als Datei an.</translation>
    </message>
    <message>
        <source>This version keeps its records in another form. First the profile is copied as it is, into its folder “backup”. With a long history that takes some minutes.</source>
        <translation>Diese Version führt ihre Aufzeichnungen in anderer Form. Zuerst wird das Profil kopiert, wie es ist, in seinen Ordner „backup“. Bei langem Verlauf dauert das einige Minuten.</translation>
    </message>
    <message>
        <source>This version of Tidings cannot do that yet.</source>
        <translation>Diese Version von Tidings kann das noch nicht.</translation>
    </message>
    <message>
        <source>This version of Tidings cannot do that yet: {detail}.</source>
        <translation>Diese Version von Tidings kann das noch nicht: {detail}.</translation>
    </message>
    <message>
        <source>Those who let you moderate hide them as well, unless it stays on this computer.</source>
        <translation>Wer dich moderieren lässt, blendet das Mitglied ebenfalls aus, es sei denn, das bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Those who read without an invite cannot write. This cannot be taken back: a key that was passed on stays known.</source>
        <translation>Wer ohne Einladung liest, kann nicht schreiben. Das lässt sich nicht zurücknehmen: Ein weitergegebener Schlüssel bleibt bekannt.</translation>
    </message>
    <message>
        <source>Those whom you have let comment, and others as far as comments and connections have shown them.</source>
        <translation>Alle, die du kommentieren lässt, und andere, soweit Kommentare und Verbindungen sie gezeigt haben.</translation>
    </message>
    <message>
        <source>Thumbs up</source>
        <translation>Daumen hoch</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Tidings</source>
        <translation>Tidings</translation>
    </message>
    <message>
        <source>Tidings asks {inviter} for a fresh link as soon as you are both online.</source>
        <translation>Tidings bittet {inviter} um ein neues Schreibrecht, sobald ihr beide online seid.</translation>
    </message>
    <message>
        <source>Tidings cannot start</source>
        <translation>Tidings kann nicht starten</translation>
    </message>
    <message>
        <source>Tidings connections</source>
        <translation>Verbindungen von Tidings</translation>
    </message>
    <message>
        <source>Tidings downloads it, keeps it for reading offline, and passes it on to others who follow it. People connected to you can see that you follow it.</source>
        <translation>Tidings lädt ihn herunter, behält ihn zum Lesen ohne Netz und gibt ihn an andere weiter, die ihm folgen. Wer mit dir verbunden ist, kann sehen, dass du ihm folgst.</translation>
    </message>
    <message>
        <source>Tidings goes on</source>
        <translation>Tidings läuft weiter</translation>
    </message>
    <message>
        <source>Tidings is already running on this profile.</source>
        <translation>Tidings läuft mit diesem Profil schon.</translation>
    </message>
    <message>
        <source>Tidings is already running on this profile: {detail}.</source>
        <translation>Tidings läuft mit diesem Profil schon: {detail}.</translation>
    </message>
    <message>
        <source>Tidings is closing; nothing was changed.</source>
        <translation>Tidings wird beendet; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Tidings is in no network now, so no router is asked to let others through.</source>
        <translation>Tidings ist jetzt in keinem Netz, deshalb wird kein Router gebeten, andere durchzulassen.</translation>
    </message>
    <message>
        <source>Tidings takes one picture of each screen, looks for a code and forgets it.</source>
        <translation>Tidings macht von jedem Bildschirm ein Bild, sucht darin nach einem Code und vergisst es.</translation>
    </message>
    <message>
        <source>Tidings will then connect to {addresses}.</source>
        <translation>Tidings verbindet sich dann mit {addresses}.</translation>
    </message>
    <message>
        <source>Tidings {version}</source>
        <translation>Tidings {version}</translation>
    </message>
    <message>
        <source>To be sure who this is, compare safety codes.</source>
        <translation>Um sicher zu sein, wer das ist, vergleicht eure Sicherheitscodes.</translation>
    </message>
    <message>
        <source>To follow it in another form, forget it first.</source>
        <translation>Um ihm in einer anderen Form zu folgen, vergiss ihn zuerst.</translation>
    </message>
    <message>
        <source>To print (PDF)</source>
        <translation>Zum Drucken (PDF)</translation>
    </message>
    <message>
        <source>To the folder above (Backspace)</source>
        <translation>Zum Ordner darüber (Rücktaste)</translation>
    </message>
    <message>
        <source>To write there, put it back: among the channels of its community, or with “tidings moderate drop-channel --off”.</source>
        <translation>Um dort zu schreiben, nimm ihn wieder auf: unter den Kanälen seiner Gemeinschaft oder mit „tidings moderate drop-channel --off“.</translation>
    </message>
    <message>
        <source>To {folder}</source>
        <translation>Nach {folder}</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Too long by {count} bytes: a comment may have {limit}.</source>
        <translation>Um {count} Bytes zu lang: Ein Kommentar darf {limit} haben.</translation>
    </message>
    <message>
        <source>Too much for one entry: {size} of at most {most}. Post it in several entries, or share a folder.</source>
        <translation>Zu viel für einen Eintrag: {size} von höchstens {most}. Verteile es auf mehrere Einträge oder teile einen Ordner.</translation>
    </message>
    <message>
        <source>Took the topic away.</source>
        <translation>Nahm das Thema weg.</translation>
    </message>
    <message>
        <source>Topic of the channel</source>
        <translation>Thema des Kanals</translation>
    </message>
    <message>
        <source>Topic: {topic}. Press to change it.</source>
        <translation>Thema: {topic}. Zum Ändern drücken.</translation>
    </message>
    <message>
        <source>Travel and places</source>
        <translation>Reisen und Orte</translation>
    </message>
    <message>
        <source>Trusted by the author of {feed}.</source>
        <translation>Hat das Vertrauen des Verfassers von {feed}.</translation>
    </message>
    <message>
        <source>Trusted through {names}.</source>
        <translation>Vertrauen über: {names}.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>Try again; the log in the profile&apos;s folder has the details.</source>
        <translation>Versuche es noch einmal; das Protokoll im Ordner des Profils hat die Einzelheiten.</translation>
    </message>
    <message>
        <source>Try again; upper and lower case count.</source>
        <translation>Versuche es noch einmal; Groß- und Kleinschreibung zählt.</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Turn it on, or give them your address.</source>
        <translation>Schalte sie ein oder gib ihnen deine Adresse.</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>Turn on UPnP in the router, or forward the port there by hand; a firewall on this computer may also keep the answer away.</source>
        <translation>Schalte im Router UPnP ein, oder leite den Port dort von Hand weiter; auch eine Firewall auf diesem Computer kann die Antwort fernhalten.</translation>
    </message>
    <message>
        <source>Turn on local discovery</source>
        <translation>Lokale Suche einschalten</translation>
    </message>
    <message>
        <source>Two different histories of this feed were signed, so it cannot go on.</source>
        <translation>Zwei verschiedene Verläufe dieses Feeds wurden unterschrieben, daher kann er nicht weitergehen.</translation>
    </message>
    <message>
        <source>Two different histories of this folder were signed with its key.</source>
        <translation>Zwei verschiedene Verläufe dieses Ordners wurden mit seinem Schlüssel unterschrieben.</translation>
    </message>
    <message>
        <source>Two histories</source>
        <translation>Zwei Verläufe</translation>
    </message>
    <message>
        <source>Type some words, or the beginning of one. Messages of all channels are looked through, on this computer alone.</source>
        <translation>Tippe einige Wörter oder den Anfang von einem. Durchsucht werden die Nachrichten aller Kanäle, allein auf diesem Computer.</translation>
    </message>
    <message>
        <source>Type the name instead of pasting it, without line breaks.</source>
        <translation>Tippe den Namen, statt ihn einzufügen, und ohne Zeilenumbrüche.</translation>
    </message>
    <message>
        <source>Type the same one twice.</source>
        <translation>Gib zweimal dieselbe ein.</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>Nicht mehr blockieren</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Unlock Tidings</source>
        <translation>Tidings öffnen</translation>
    </message>
    <message>
        <source>Unlock it in its window, or with “tidings unlock”.</source>
        <translation>Entsperre es in seinem Fenster oder mit „tidings unlock“.</translation>
    </message>
    <message>
        <source>Unlock the key ring, and do it again.</source>
        <translation>Entsperre den Schlüsselbund und versuche es erneut.</translation>
    </message>
    <message>
        <source>Unlocking…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Nicht mehr stumm</translation>
    </message>
    <message>
        <source>Unmute notifications</source>
        <translation>Benachrichtigungen wieder einschalten</translation>
    </message>
    <message>
        <source>Unnamed file</source>
        <translation>Unbenannte Datei</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Nicht mehr anheften</translation>
    </message>
    <message>
        <source>Unread channel above</source>
        <translation>Ungelesener Kanal darüber</translation>
    </message>
    <message>
        <source>Unread channel below</source>
        <translation>Ungelesener Kanal darunter</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Auf dem neuesten Stand</translation>
    </message>
    <message>
        <source>Up to date, partly here</source>
        <translation>Auf dem neuesten Stand, zum Teil hier</translation>
    </message>
    <message>
        <source>Use 0.0.0.0 or one of this computer&apos;s own addresses.</source>
        <translation>Nimm 0.0.0.0 oder eine Adresse dieses Computers.</translation>
    </message>
    <message>
        <source>Use a picture instead</source>
        <translation>Stattdessen ein Bild nehmen</translation>
    </message>
    <message>
        <source>Use a picture of the code, the screen, or the text instead.</source>
        <translation>Nimm stattdessen ein Bild des Codes, den Bildschirm oder den Text.</translation>
    </message>
    <message>
        <source>Use a sharper picture that shows the whole code, or paste the text instead.</source>
        <translation>Nimm ein schärferes Bild, das den ganzen Code zeigt, oder füge stattdessen den Text ein.</translation>
    </message>
    <message>
        <source>Use it again then; if the clock is wrong, set it right and use it at once.</source>
        <translation>Benutze sie dann noch einmal; geht die Uhr falsch, stelle sie richtig und benutze sie sofort.</translation>
    </message>
    <message>
        <source>Use it all the same</source>
        <translation>Trotzdem nehmen</translation>
    </message>
    <message>
        <source>Use more digits of the id, or rename one of them.</source>
        <translation>Nimm mehr Ziffern der Kennung oder benenne einen davon um.</translation>
    </message>
    <message>
        <source>Use more digits of the id.</source>
        <translation>Nimm mehr Ziffern der Kennung.</translation>
    </message>
    <message>
        <source>Use the restored profile on one computer only. Your own feeds and folders wait there until somebody who has them is connected and says how far they have come.</source>
        <translation>Benutze das zurückgeholte Profil nur auf einem Rechner. Deine eigenen Feeds und Ordner warten dort, bis jemand verbunden ist, der sie hat und sagt, wie weit sie sind.</translation>
    </message>
    <message>
        <source>Use the running one, or stop it first.</source>
        <translation>Benutze das laufende oder beende es zuerst.</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>Dieses nehmen</translation>
    </message>
    <message>
        <source>Use this name</source>
        <translation>Diesen Namen nehmen</translation>
    </message>
    <message>
        <source>Use this text</source>
        <translation>Diesen Text nehmen</translation>
    </message>
    <message>
        <source>Use “tidings:HOST:PORT”.</source>
        <translation>Schreibe „tidings:HOST:PORT“.</translation>
    </message>
    <message>
        <source>Used last</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>Valid for another {time}</source>
        <translation>Gültig noch {time}</translation>
    </message>
    <message>
        <source>Verified: you have compared safety codes</source>
        <translation>Geprüft: Ihr habt Sicherheitscodes verglichen</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Fassung</translation>
    </message>
    <message>
        <source>Version {version} is there: {page}</source>
        <translation>Version {version} ist da: {page}</translation>
    </message>
    <message>
        <source>Version {version} of Tidings is there.</source>
        <translation>Version {version} von Tidings ist da.</translation>
    </message>
    <message>
        <source>Version {version} of the folder</source>
        <translation>Fassung {version} des Ordners</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>Wait a moment: it gives up by itself where nobody answers.</source>
        <translation>Warte einen Moment: Es hört von selbst auf, wo niemand antwortet.</translation>
    </message>
    <message>
        <source>Wait a moment: the community is being looked up.</source>
        <translation>Einen Moment: Die Gemeinschaft wird nachgeschlagen.</translation>
    </message>
    <message>
        <source>Wait until a member is online, then try again.</source>
        <translation>Warte, bis ein Mitglied online ist, und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Wait until it has ended, or name another folder.</source>
        <translation>Warte, bis das zu Ende ist, oder nenne einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Wait until it has finished, or end it, then try again.</source>
        <translation>Warte, bis es fertig ist, oder beende es, und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Waiting for a member&apos;s answer…</source>
        <translation>Wartet auf die Antwort eines Mitglieds …</translation>
    </message>
    <message>
        <source>Waiting for another member</source>
        <translation>Wartet auf ein anderes Mitglied</translation>
    </message>
    <message>
        <source>Waiting for messages</source>
        <translation>Wartet auf Nachrichten</translation>
    </message>
    <message>
        <source>Waiting for more, {received} of {expected}</source>
        <translation>Wartet auf mehr, {received} von {expected}</translation>
    </message>
    <message>
        <source>Waiting for somebody who has it</source>
        <translation>Wartet auf jemanden, der es hat</translation>
    </message>
    <message>
        <source>Waiting for the list of files</source>
        <translation>Wartet auf die Liste der Dateien</translation>
    </message>
    <message>
        <source>Waiting for them to take it up…</source>
        <translation>Wartet, dass sie angenommen wird …</translation>
    </message>
    <message>
        <source>Waiting to try again</source>
        <translation>Wartet auf neuen Versuch</translation>
    </message>
    <message>
        <source>Ways to bring {wanted}</source>
        <translation>Wege zum Ziel: {wanted}</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Welcome to Tidings</source>
        <translation>Willkommen bei Tidings</translation>
    </message>
    <message>
        <source>What a moderator hides, blocks and takes out counts for you. All members see that you gave the role.</source>
        <translation>Was ein Moderator ausblendet, blockiert und herausnimmt, gilt für dich. Alle Mitglieder sehen, dass du die Rolle gegeben hast.</translation>
    </message>
    <message>
        <source>What an administrator hides, blocks and takes out counts for you, and so does what those do to whom they give a role. All members see that you gave it.</source>
        <translation>Was ein Verwalter ausblendet, blockiert und herausnimmt, gilt für dich, und ebenso, was die tun, denen er eine Rolle gibt. Alle Mitglieder sehen, dass du ihm die seine gegeben hast.</translation>
    </message>
    <message>
        <source>What came from {detail} is not UTF-8 text.</source>
        <translation>Was von {detail} kam, ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>What can be done with the message</source>
        <translation>Was sich mit der Nachricht tun lässt</translation>
    </message>
    <message>
        <source>What can be done with this channel</source>
        <translation>Was mit diesem Kanal getan werden kann</translation>
    </message>
    <message>
        <source>What can be done with this community</source>
        <translation>Was mit dieser Gemeinschaft getan werden kann</translation>
    </message>
    <message>
        <source>What can be done with this feed</source>
        <translation>Was mit diesem Feed getan werden kann</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Was passt</translation>
    </message>
    <message>
        <source>What is changed here counts from the next start on.</source>
        <translation>Was hier geändert wird, gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>What is in it</source>
        <translation>Was darin ist</translation>
    </message>
    <message>
        <source>What is left out</source>
        <translation>Was ausgelassen wird</translation>
    </message>
    <message>
        <source>What is made</source>
        <translation>Was entsteht</translation>
    </message>
    <message>
        <source>What is missing comes from the peers that are connected.</source>
        <translation>Was fehlt, kommt von den verbundenen Gegenstellen.</translation>
    </message>
    <message>
        <source>What is new…</source>
        <translation>Was neu ist …</translation>
    </message>
    <message>
        <source>What is not here yet is left out: fetch it first, then drag it.</source>
        <translation>Was noch nicht hier ist, bleibt weg: Hol es zuerst und zieh es dann.</translation>
    </message>
    <message>
        <source>What is this channel about?</source>
        <translation>Worum geht es in diesem Kanal?</translation>
    </message>
    <message>
        <source>What it is (may be empty)</source>
        <translation>Was es ist (darf leer sein)</translation>
    </message>
    <message>
        <source>What it is about</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>What others see</source>
        <translation>Was andere sehen</translation>
    </message>
    <message>
        <source>What others see you as there (all members see it)</source>
        <translation>Wie andere dich dort sehen (alle Mitglieder sehen es)</translation>
    </message>
    <message>
        <source>What shall be kept on this computer?</source>
        <translation>Was soll auf diesem Computer liegen?</translation>
    </message>
    <message>
        <source>What the camera sees</source>
        <translation>Was die Kamera sieht</translation>
    </message>
    <message>
        <source>What the router answered cannot be understood.</source>
        <translation>Was der Router geantwortet hat, ist nicht zu verstehen.</translation>
    </message>
    <message>
        <source>What they decide counts for you no more; what they have decided so far stays.</source>
        <translation>Was dieses Mitglied entscheidet, gilt für dich nicht mehr; was es bisher entschieden hat, bleibt.</translation>
    </message>
    <message>
        <source>What they write in this channel is folded away, calls nobody, and is neither counted nor found. Nobody else hears of it.</source>
        <translation>Was von dort kommt, wird in diesem Kanal eingeklappt, meldet sich nicht und wird weder gezählt noch gefunden. Sonst erfährt niemand davon.</translation>
    </message>
    <message>
        <source>What they write is folded away for you; a press opens it. It is still stored and passed on. {seen}</source>
        <translation>Was dieses Mitglied schreibt, wird für dich eingeklappt; ein Druck öffnet es. Es wird weiterhin gespeichert und weitergegeben. {seen}</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>Was das bedeutet</translation>
    </message>
    <message>
        <source>What to do with this comment</source>
        <translation>Was sich mit diesem Kommentar tun lässt</translation>
    </message>
    <message>
        <source>What was copied before stays</source>
        <translation>Was vorher kopiert wurde, bleibt</translation>
    </message>
    <message>
        <source>What was decided</source>
        <translation>Was entschieden wurde</translation>
    </message>
    <message>
        <source>What was here of {name} is erased.</source>
        <translation>Was von {name} hier war, ist gelöscht.</translation>
    </message>
    <message>
        <source>What was pasted is not a picture that can be read.</source>
        <translation>Das Eingefügte ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>What was shared cannot be called back: earlier versions and deleted files stay in the folder&apos;s history, and with those who fetched them. Names, sizes and times are shared, too.</source>
        <translation>Was geteilt wurde, lässt sich nicht zurückrufen: Frühere Fassungen und gelöschte Dateien bleiben im Verlauf des Ordners und bei allen, die sie geholt haben. Auch Namen, Größen und Zeiten werden geteilt.</translation>
    </message>
    <message>
        <source>What was verified before stays readable. Ask its owner for a new folder.</source>
        <translation>Was vorher geprüft wurde, bleibt lesbar. Bitte den Besitzer um einen neuen Ordner.</translation>
    </message>
    <message>
        <source>What was written at the same time</source>
        <translation>Was zur gleichen Zeit geschrieben wurde</translation>
    </message>
    <message>
        <source>What would you like to do?</source>
        <translation>Was möchtest du tun?</translation>
    </message>
    <message>
        <source>What you choose is kept in {directory}</source>
        <translation>Was du auswählst, liegt in {directory}</translation>
    </message>
    <message>
        <source>What you decide holds for you and for those who gave you a role. What administrators and moderators decide counts for you as long as you give them their role.</source>
        <translation>Was du entscheidest, gilt für dich und für alle, die dir eine Rolle gegeben haben. Was Verwalter und Moderatoren entscheiden, gilt für dich, solange du ihnen ihre Rolle lässt.</translation>
    </message>
    <message>
        <source>What you fetch is checked against the owner&apos;s signature and passed on to others who get the folder. People connected to you can see that you get it. No file is ever opened by itself.</source>
        <translation>Was du holst, wird gegen die Unterschrift des Besitzers geprüft und an andere weitergegeben, die den Ordner holen. Wer mit dir verbunden ist, kann sehen, dass du ihn holst. Keine Datei öffnet sich je von selbst.</translation>
    </message>
    <message>
        <source>What you have read longest ago makes room then. A feed can have a limit of its own, in its menu; of your own feeds nothing is ever erased.</source>
        <translation>Dann macht Platz, was du vor längster Zeit gelesen hast. Ein Feed kann in seinem Menü eine eigene Grenze bekommen; von deinen eigenen Feeds wird nie etwas gelöscht.</translation>
    </message>
    <message>
        <source>What you hide and block holds for you. To rely on somebody else&apos;s judgement as well, open them under “Members” and follow their moderation.</source>
        <translation>Was du ausblendest und blockierst, gilt für dich. Willst du dich auch auf das Urteil eines anderen Mitglieds verlassen, öffne es unter „Mitglieder“ und folge seiner Moderation.</translation>
    </message>
    <message>
        <source>What you left can be joined again. Otherwise ask whom it belongs to; into a private channel its members can invite you.</source>
        <translation>Was du verlassen hast, dem kannst du wieder beitreten. Sonst frage, wem es gehört; in einen privaten Kanal können dich seine Mitglieder einladen.</translation>
    </message>
    <message>
        <source>What you post goes out to everyone who follows it, as soon as they connect.</source>
        <translation>Was du veröffentlichst, geht an alle, die ihm folgen, sobald sie sich verbinden.</translation>
    </message>
    <message>
        <source>What you wished in {name} was not done.</source>
        <translation>Was du in {name} wolltest, wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>What you wrote in {name} was not sent.</source>
        <translation>Was du in {name} geschrieben hast, wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>What {name} hides and blocks counts for you no more.</source>
        <translation>Was {name} ausblendet und blockiert, gilt für dich nicht mehr.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>When it is reached, what you have read longest ago is erased here to make room for what is new. Others keep theirs, and what was erased can be downloaded again while somebody has it.</source>
        <translation>Ist sie erreicht, wird hier gelöscht, was du vor längster Zeit gelesen hast, um Platz für Neues zu machen. Andere behalten das Ihre, und Gelöschtes lässt sich wieder herunterladen, solange jemand es hat.</translation>
    </message>
    <message>
        <source>Where a router forwards to this computer already, or a name leads to it: others are told this address before all others, in invites and links, too.</source>
        <translation>Wo ein Router schon an diesen Computer weiterleitet oder ein Name zu ihm führt: Anderen wird diese Adresse vor allen anderen genannt, auch in Einladungen und Links.</translation>
    </message>
    <message>
        <source>Where it is</source>
        <translation>Wo sie ist</translation>
    </message>
    <message>
        <source>Where it lies…</source>
        <translation>Wo er liegt …</translation>
    </message>
    <message>
        <source>Where the folder lies</source>
        <translation>Wo der Ordner liegt</translation>
    </message>
    <message>
        <source>Which of your identities they know</source>
        <translation>Welche deiner Identitäten sie kennen</translation>
    </message>
    <message>
        <source>Which profile?</source>
        <translation>Welches Profil?</translation>
    </message>
    <message>
        <source>While Tidings is closed nothing arrives, and nobody gets your messages from this computer. What you missed comes once it is open again. You are told this only once.</source>
        <translation>Solange Tidings geschlossen ist, kommt nichts an, und niemand bekommt deine Nachrichten von diesem Computer. Was du verpasst hast, kommt, wenn es wieder offen ist. Das wird dir nur dieses eine Mal gesagt.</translation>
    </message>
    <message>
        <source>Who answers whom</source>
        <translation>Wer wem antwortet</translation>
    </message>
    <message>
        <source>Who are you?</source>
        <translation>Wer bist du?</translation>
    </message>
    <message>
        <source>Who is answered most</source>
        <translation>Wem am meisten geantwortet wird</translation>
    </message>
    <message>
        <source>Who is in it is seen once you join</source>
        <translation>Wer darin ist, siehst du, sobald du beitrittst</translation>
    </message>
    <message>
        <source>Who is {name}?</source>
        <translation>Wer ist {name}?</translation>
    </message>
    <message>
        <source>Who may comment</source>
        <translation>Wer kommentieren darf</translation>
    </message>
    <message>
        <source>Who may comment…</source>
        <translation>Wer kommentieren darf …</translation>
    </message>
    <message>
        <source>Who shall be able to join?</source>
        <translation>Wer soll beitreten können?</translation>
    </message>
    <message>
        <source>Who speaks most to whom</source>
        <translation>Wer am meisten mit wem spricht</translation>
    </message>
    <message>
        <source>Who speaks to whom</source>
        <translation>Wer mit wem spricht</translation>
    </message>
    <message>
        <source>Who stays</source>
        <translation>Wer bleibt</translation>
    </message>
    <message>
        <source>Who writes after whom</source>
        <translation>Wer nach wem schreibt</translation>
    </message>
    <message>
        <source>Who writes most</source>
        <translation>Wer am meisten schreibt</translation>
    </message>
    <message>
        <source>Who wrote on which day</source>
        <translation>Wer an welchem Tag schrieb</translation>
    </message>
    <message>
        <source>Whoever has the key is in for ever: they can read everything, also what was written before, and write under any name. Nobody can be removed; each member can only hide or block others for themselves.</source>
        <translation>Wer den Schlüssel hat, ist für immer dabei und kann alles lesen, auch was vorher geschrieben wurde, und unter jedem Namen schreiben. Niemand kann entfernt werden; jedes Mitglied kann andere nur für sich selbst ausblenden oder blockieren.</translation>
    </message>
    <message>
        <source>Whoever has the link can read along.</source>
        <translation>Wer den Link hat, kann mitlesen.</translation>
    </message>
    <message>
        <source>Whoever holds a member&apos;s key can write as that member. To be sure that this key is really theirs, compare this code with the one that they see of you: side by side, in a call, or by scanning. Both screens must show the same.</source>
        <translation>Wer den Schlüssel eines Mitglieds hat, kann als dieses Mitglied schreiben. Um sicher zu sein, dass dieser Schlüssel wirklich zu der Person gehört, vergleiche diesen Code mit dem, den sie von dir sieht: nebeneinander, im Gespräch oder durch Scannen. Beide Bildschirme müssen dasselbe zeigen.</translation>
    </message>
    <message>
        <source>Whoever invited you can renew it when you are both online; or ask a member for an invite.</source>
        <translation>Wer dich eingeladen hat, kann es erneuern, wenn ihr beide online seid; oder bitte ein Mitglied um eine Einladung.</translation>
    </message>
    <message>
        <source>Whoever is logged in here as you opens it then without being asked. The passphrase opens it as well, and unlocks it while Tidings runs.</source>
        <translation>Wer hier als du angemeldet ist, öffnet es dann ohne Rückfrage. Die Passphrase öffnet es ebenfalls und entsperrt es, während Tidings läuft.</translation>
    </message>
    <message>
        <source>Whoever packed this program named no address to ask, so nothing is asked.</source>
        <translation>Wer dieses Programm gepackt hat, hat keine Adresse genannt, also wird niemand gefragt.</translation>
    </message>
    <message>
        <source>Whoever sees this code can read all files of the folder, also those that come later, and learns its name as you call it and this computer&apos;s addresses. This cannot be taken back.</source>
        <translation>Wer diesen Code sieht, kann alle Dateien des Ordners lesen, auch spätere, und erfährt, wie du ihn nennst, und die Adressen dieses Computers. Das lässt sich nicht zurücknehmen.</translation>
    </message>
    <message>
        <source>Whoever sees this code can read all of the feed, also what is published later, and learns its name as you call it and this computer&apos;s addresses.</source>
        <translation>Wer diesen Code sieht, kann den ganzen Feed lesen, auch was später veröffentlicht wird, und erfährt, wie du ihn nennst, und die Adressen dieses Computers.</translation>
    </message>
    <message>
        <source>Whoever sees this code can read everything in the channel, and learns its name as you call it and this computer&apos;s addresses.</source>
        <translation>Wer diesen Code sieht, kann alles im Kanal lesen und erfährt, wie du ihn nennst, und die Adressen dieses Computers.</translation>
    </message>
    <message>
        <source>Whoever sees this code can read everything in the channel, and learns the name under which it came to you and this computer&apos;s addresses. What you call it is not told.</source>
        <translation>Wer diesen Code sieht, kann alles im Kanal lesen und erfährt den Namen, unter dem der Kanal zu dir kam, und die Adressen dieses Computers. Wie du ihn nennst, erfährt niemand.</translation>
    </message>
    <message>
        <source>Whoever sees your request learns your public key, this computer&apos;s addresses and, once it is answered, the channel it belongs to.</source>
        <translation>Wer deine Anfrage sieht, erfährt deinen öffentlichen Schlüssel, die Adressen dieses Computers und, sobald sie beantwortet ist, zu welchem Kanal sie gehört.</translation>
    </message>
    <message>
        <source>Whom they hide or block, you do not see</source>
        <translation>Wen das Mitglied ausblendet oder blockiert, siehst du nicht</translation>
    </message>
    <message>
        <source>Whom {name} hides or blocks, you do not see either. Only you know of it.</source>
        <translation>Wen {name} ausblendet oder blockiert, siehst auch du nicht. Nur du weißt davon.</translation>
    </message>
    <message>
        <source>Whose moderation you follow</source>
        <translation>Wessen Moderation du folgst</translation>
    </message>
    <message>
        <source>Why nobody is connected</source>
        <translation>Warum niemand verbunden ist</translation>
    </message>
    <message>
        <source>With it you may comment on the feed, and let others comment where the chain is not too long. Your comments carry your key and go to everybody who follows the feed.</source>
        <translation>Damit darfst du den Feed kommentieren und andere kommentieren lassen, wo die Kette nicht zu lang ist. Deine Kommentare tragen deinen Schlüssel und gehen an alle, die dem Feed folgen.</translation>
    </message>
    <message>
        <source>With its moderators: for whoever joins by it, what you decide counts, and what those decide who have a role. They can revoke that.</source>
        <translation>Mit seinen Moderatoren: Für alle, die darüber beitreten, gilt, was du entscheidest und was die mit einer Rolle entscheiden. Sie können das widerrufen.</translation>
    </message>
    <message>
        <source>With one of this computer&apos;s own addresses here, Tidings can be reached there alone.</source>
        <translation>Steht hier eine der Adressen dieses Computers, ist Tidings nur dort zu erreichen.</translation>
    </message>
    <message>
        <source>Without a date</source>
        <translation>Ohne Datum</translation>
    </message>
    <message>
        <source>Without it a notification names the channel only: nobody who sees your screen can read along.</source>
        <translation>Sonst nennt eine Benachrichtigung nur den Kanal: Wer deinen Bildschirm sieht, kann nicht mitlesen.</translation>
    </message>
    <message>
        <source>Without its key or link you cannot come back.</source>
        <translation>Ohne ihren Schlüssel oder Link kannst du nicht zurückkommen.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words in any message</source>
        <translation>Wörter in irgendeiner Nachricht</translation>
    </message>
    <message>
        <source>Write a name first.</source>
        <translation>Schreib zuerst einen Namen.</translation>
    </message>
    <message>
        <source>Write a new one.</source>
        <translation>Schreibe einen neuen.</translation>
    </message>
    <message>
        <source>Write a passphrase.</source>
        <translation>Schreib eine Passphrase.</translation>
    </message>
    <message>
        <source>Write an entry</source>
        <translation>Schreib einen Eintrag</translation>
    </message>
    <message>
        <source>Write an entry; Markdown is shown as such</source>
        <translation>Schreib einen Eintrag; Markdown wird als solches gezeigt</translation>
    </message>
    <message>
        <source>Write behind it what you do: /me waters the beans</source>
        <translation>Schreib dahinter, was du tust: /me gießt die Bohnen</translation>
    </message>
    <message>
        <source>Write behind it who is meant: /{verb} June</source>
        <translation>Schreib dahinter, wer gemeint ist: /{verb} June</translation>
    </message>
    <message>
        <source>Write it as “tidings:HOST:PORT”.</source>
        <translation>Schreibe sie als „tidings:HOST:PORT“.</translation>
    </message>
    <message>
        <source>Write it below. Then hand out the feed&apos;s link or code, so that others can follow.</source>
        <translation>Schreib ihn unten. Gib dann Link oder Code des Feeds weiter, damit andere folgen können.</translation>
    </message>
    <message>
        <source>Write it once more.</source>
        <translation>Schreib sie noch einmal.</translation>
    </message>
    <message>
        <source>Write some text or add a file.</source>
        <translation>Schreib etwas oder hänge eine Datei an.</translation>
    </message>
    <message>
        <source>Write the channel behind it: /join garden</source>
        <translation>Schreib den Kanal dahinter: /join garten</translation>
    </message>
    <message>
        <source>Write the first message, or let somebody in.</source>
        <translation>Schreib die erste Nachricht oder lass jemanden ein.</translation>
    </message>
    <message>
        <source>Write the first message. Whoever is in {community} can read it.</source>
        <translation>Schreib die erste Nachricht. Wer in {community} ist, kann sie lesen.</translation>
    </message>
    <message>
        <source>Write the new name behind it: /rename New name</source>
        <translation>Schreib den neuen Namen dahinter: /rename Neuer Name</translation>
    </message>
    <message>
        <source>Write the port after it: HOST:PORT or [IPV6]:PORT.</source>
        <translation>Schreibe den Port dahinter: HOST:PORT oder [IPV6]:PORT.</translation>
    </message>
    <message>
        <source>Write the text behind it: /say Hello</source>
        <translation>Schreib den Text dahinter: /say Hallo</translation>
    </message>
    <message>
        <source>Write the topic behind it: /topic What we plant</source>
        <translation>Schreib das Thema dahinter: /topic Was wir pflanzen</translation>
    </message>
    <message>
        <source>Write your name behind it: /nick June</source>
        <translation>Schreib deinen Namen dahinter: /nick June</translation>
    </message>
    <message>
        <source>Writes {name} into an encrypted file</source>
        <translation>Schreibt {name} in eine verschlüsselte Datei</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Writing the PDF</source>
        <translation>Das PDF wird geschrieben</translation>
    </message>
    <message>
        <source>Writing the page</source>
        <translation>Die Seite wird geschrieben</translation>
    </message>
    <message>
        <source>Writing waits until you continue this feed here.</source>
        <translation>Das Schreiben wartet, bis du mit diesem Feed hier weitermachst.</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Written {day}, {time}. Received {received_day}, {received}.</source>
        <translation>Geschrieben am {day}, {time}. Erhalten am {received_day}, {received}.</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>You and {name} see the same two keys: nobody stands between you, and what is signed with this key comes from them.</source>
        <translation>Du und {name} seht dieselben zwei Schlüssel: Niemand steht zwischen euch, und was mit diesem Schlüssel unterschrieben ist, kommt von dort.</translation>
    </message>
    <message>
        <source>You are five links away from the feed&apos;s author, and can let nobody comment.</source>
        <translation>Du bist fünf Schritte vom Verfasser des Feeds entfernt und kannst niemanden kommentieren lassen.</translation>
    </message>
    <message>
        <source>You are in ({count})</source>
        <translation>Beigetreten ({count})</translation>
    </message>
    <message>
        <source>You are in no channel of that name.</source>
        <translation>Du bist in keinem Kanal dieses Namens.</translation>
    </message>
    <message>
        <source>You are in this community already, as {name}.</source>
        <translation>Du bist schon in dieser Gemeinschaft, als {name}.</translation>
    </message>
    <message>
        <source>You are in {folder}</source>
        <translation>Du bist in {folder}</translation>
    </message>
    <message>
        <source>You are {count} steps from its author, so you cannot let others comment.</source>
        <translation>Du bist {count} Schritte vom Verfasser entfernt, deshalb kannst du niemanden kommentieren lassen.</translation>
    </message>
    <message>
        <source>You are {name}</source>
        <translation>Du bist {name}</translation>
    </message>
    <message>
        <source>You are {name} here.</source>
        <translation>Du heißt hier {name}.</translation>
    </message>
    <message>
        <source>You ask as {name}.</source>
        <translation>Du fragst als {name} an.</translation>
    </message>
    <message>
        <source>You can change it later.</source>
        <translation>Du kannst es später ändern.</translation>
    </message>
    <message>
        <source>You can no longer write in it and receive nothing more. What was received stays readable. You can take part again from its menu; once your right to write has ended you need a new invite.</source>
        <translation>Du kannst darin nicht mehr schreiben und bekommst nichts mehr. Was du hast, bleibt lesbar. Über sein Menü kannst du wieder teilnehmen; ist dein Schreibrecht abgelaufen, brauchst du eine neue Einladung.</translation>
    </message>
    <message>
        <source>You can read here, but not write.</source>
        <translation>Du kannst hier lesen, aber nicht schreiben.</translation>
    </message>
    <message>
        <source>You can read these comments but not write any.</source>
        <translation>Du kannst diese Kommentare lesen, aber keine schreiben.</translation>
    </message>
    <message>
        <source>You can read this, but not write or invite there.</source>
        <translation>Du kannst das lesen, aber dort weder schreiben noch einladen.</translation>
    </message>
    <message>
        <source>You can read “{detail}”, but not write or invite there.</source>
        <translation>Du kannst „{detail}“ lesen, aber dort weder schreiben noch einladen.</translation>
    </message>
    <message>
        <source>You can still take back what you wrote.</source>
        <translation>Zurücknehmen kannst du weiterhin, was du geschrieben hast.</translation>
    </message>
    <message>
        <source>You can write once the first messages have arrived.</source>
        <translation>Du kannst schreiben, sobald die ersten Nachrichten eingetroffen sind.</translation>
    </message>
    <message>
        <source>You cannot invite others here: your own invite is too far from the owner.</source>
        <translation>Du kannst hier niemanden einladen: Deine eigene Einladung ist zu weit vom Eigentümer entfernt.</translation>
    </message>
    <message>
        <source>You decide who is let in. The name is what you and those you invite see at first.</source>
        <translation>Du entscheidest, wer eingelassen wird. Den Namen seht ihr, du und wen du einlädst, zu Beginn.</translation>
    </message>
    <message>
        <source>You do not follow this feed any more. What was received stays readable.</source>
        <translation>Du folgst diesem Feed nicht mehr. Was empfangen wurde, bleibt lesbar.</translation>
    </message>
    <message>
        <source>You do not follow {name} any more.</source>
        <translation>Du folgst {name} nicht mehr.</translation>
    </message>
    <message>
        <source>You download only what you read. The rest comes when you scroll to it.</source>
        <translation>Du lädst nur herunter, was du liest. Der Rest kommt, wenn du dorthin blätterst.</translation>
    </message>
    <message>
        <source>You follow this channel. To write, you need an invite.</source>
        <translation>Du folgst diesem Kanal. Um zu schreiben, brauchst du eine Einladung.</translation>
    </message>
    <message>
        <source>You follow this feed already, as {name}.</source>
        <translation>Du folgst diesem Feed schon, als {name}.</translation>
    </message>
    <message>
        <source>You follow {name} again.</source>
        <translation>Du folgst {name} wieder.</translation>
    </message>
    <message>
        <source>You have asked {inviter}: a fresh link comes once they have confirmed it.</source>
        <translation>Du hast {inviter} gebeten: Ein neues Schreibrecht kommt, sobald es bestätigt ist.</translation>
    </message>
    <message>
        <source>You have compared safety codes with {name}.</source>
        <translation>Du hast mit {name} Sicherheitscodes verglichen.</translation>
    </message>
    <message>
        <source>You have hidden what they say.</source>
        <translation>Du hast ausgeblendet, was diese Person sagt.</translation>
    </message>
    <message>
        <source>You have left this feed: follow it again to comment.</source>
        <translation>Du hast diesen Feed verlassen: Folge ihm wieder, um zu kommentieren.</translation>
    </message>
    <message>
        <source>You have no channel that you may let others into.</source>
        <translation>Du hast keinen Kanal, in den du andere einlassen darfst.</translation>
    </message>
    <message>
        <source>You have no identity yet.</source>
        <translation>Du hast noch keine Identität.</translation>
    </message>
    <message>
        <source>You have no name here yet.</source>
        <translation>Du hast hier noch keinen Namen.</translation>
    </message>
    <message>
        <source>You have not compared safety codes with {name} yet.</source>
        <translation>Du hast mit {name} noch keine Sicherheitscodes verglichen.</translation>
    </message>
    <message>
        <source>You have that already.</source>
        <translation>Das hast du schon.</translation>
    </message>
    <message>
        <source>You have that already: {detail}.</source>
        <translation>Das hast du schon: {detail}.</translation>
    </message>
    <message>
        <source>You have that feed already, in another form.</source>
        <translation>Diesen Feed hast du schon, in einer anderen Form.</translation>
    </message>
    <message>
        <source>You have that feed already, in the form “{detail}”.</source>
        <translation>Diesen Feed hast du schon, in der Form „{detail}“.</translation>
    </message>
    <message>
        <source>You have this folder already, as {name}.</source>
        <translation>Du hast diesen Ordner schon, als {name}.</translation>
    </message>
    <message>
        <source>You invite the people who may read and post.</source>
        <translation>Du lädst ein, wer lesen und schreiben darf.</translation>
    </message>
    <message>
        <source>You leave all its channels, and those who are connected see that at once. Then you connect for it no more. What was received stays readable. You can take part again from its menu, at first in #default alone.</source>
        <translation>Du verlässt alle ihre Kanäle, und wer verbunden ist, sieht das sofort. Danach verbindest du dich nicht mehr für sie. Was du hast, bleibt lesbar. Über ihr Menü kannst du wieder teilnehmen, zunächst nur in #default.</translation>
    </message>
    <message>
        <source>You left before any message arrived.</source>
        <translation>Du bist gegangen, bevor eine Nachricht eintraf.</translation>
    </message>
    <message>
        <source>You left this channel. What was received stays readable.</source>
        <translation>Du hast diesen Kanal verlassen. Was du hast, bleibt lesbar.</translation>
    </message>
    <message>
        <source>You left this community. What was received stays readable.</source>
        <translation>Du hast diese Gemeinschaft verlassen. Was du hast, bleibt lesbar.</translation>
    </message>
    <message>
        <source>You left {channel}. Others see that; what was received stays readable.</source>
        <translation>Du hast {channel} verlassen. Andere sehen das; was du hast, bleibt lesbar.</translation>
    </message>
    <message>
        <source>You left {name}.</source>
        <translation>Du hast {name} verlassen.</translation>
    </message>
    <message>
        <source>You look at the list, fetch single files, and save copies where you like.</source>
        <translation>Du siehst die Liste an, holst einzelne Dateien und sicherst Kopien, wo du willst.</translation>
    </message>
    <message>
        <source>You may close this page: your request stays open, also after a restart.</source>
        <translation>Du kannst diese Seite schließen: Deine Anfrage bleibt offen, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>You may comment on no feed that the connection could be about.</source>
        <translation>Du darfst keinen Feed kommentieren, um den es bei der Verbindung gehen könnte.</translation>
    </message>
    <message>
        <source>You may comment on this feed already, for as long as that or longer.</source>
        <translation>Du darfst diesen Feed schon kommentieren, ebenso lange oder länger.</translation>
    </message>
    <message>
        <source>You may comment on this feed now.</source>
        <translation>Du darfst diesen Feed jetzt kommentieren.</translation>
    </message>
    <message>
        <source>You may comment on this feed until {day}.</source>
        <translation>Du darfst diesen Feed bis {day} kommentieren.</translation>
    </message>
    <message>
        <source>You may comment on this feed.</source>
        <translation>Du darfst diesen Feed kommentieren.</translation>
    </message>
    <message>
        <source>You may let others comment, too.</source>
        <translation>Du darfst auch andere kommentieren lassen.</translation>
    </message>
    <message>
        <source>You may not comment on this feed.</source>
        <translation>Du darfst diesen Feed nicht kommentieren.</translation>
    </message>
    <message>
        <source>You may post until {day}; what you have stays readable.</source>
        <translation>Du darfst schreiben bis {day}; was du hast, bleibt lesbar.</translation>
    </message>
    <message>
        <source>You may post without a date of expiry.</source>
        <translation>Du darfst unbegrenzt schreiben.</translation>
    </message>
    <message>
        <source>You own this channel, and nobody can take your place: without you nobody can be let in any more, except by members whose own invites still hold, and all of those run out.</source>
        <translation>Dir gehört dieser Kanal, und niemand kann an deine Stelle treten: Ohne dich kann niemand mehr eingelassen werden, außer von Mitgliedern, deren eigene Einladungen noch gelten, und die laufen alle ab.</translation>
    </message>
    <message>
        <source>You post in {name} from this computer now.</source>
        <translation>Du schreibst in {name} jetzt von diesem Computer aus.</translation>
    </message>
    <message>
        <source>You show a code, and a member lets you in.</source>
        <translation>Du zeigst einen Code, und ein Mitglied lässt dich ein.</translation>
    </message>
    <message>
        <source>You show a code, your invite request. A member of the channel scans it, checks it and lets you in. Nothing is sent before that.</source>
        <translation>Du zeigst einen Code, deine Einladungsanfrage. Ein Mitglied des Kanals scannt ihn, prüft ihn und lässt dich ein. Vorher wird nichts gesendet.</translation>
    </message>
    <message>
        <source>You stopped following before any entry arrived.</source>
        <translation>Du bist nicht mehr gefolgt, bevor ein Eintrag ankam.</translation>
    </message>
    <message>
        <source>You take part in no community that the connection could be about.</source>
        <translation>Du nimmst an keiner Gemeinschaft teil, um die es bei der Verbindung gehen könnte.</translation>
    </message>
    <message>
        <source>You take part in {name} again.</source>
        <translation>Du nimmst wieder an {name} teil.</translation>
    </message>
    <message>
        <source>You were invited through too many steps to invite others here.</source>
        <translation>Du wurdest über zu viele Schritte eingeladen, um hier andere einzuladen.</translation>
    </message>
    <message>
        <source>You were let in</source>
        <translation>Du wurdest eingelassen</translation>
    </message>
    <message>
        <source>You will read everything in it and pass it on to others who follow it. You cannot post. People connected to you can see that you follow it.</source>
        <translation>Du liest alles darin und gibst es an andere weiter, die ihm folgen. Schreiben kannst du nicht. Wer mit dir verbunden ist, kann sehen, dass du ihm folgst.</translation>
    </message>
    <message>
        <source>You write as {name} now</source>
        <translation>Du schreibst jetzt als {name}</translation>
    </message>
    <message>
        <source>You. What you post is signed with a key of this profile.</source>
        <translation>Du. Was du veröffentlichst, wird mit einem Schlüssel dieses Profils unterschrieben.</translation>
    </message>
    <message>
        <source>Your Tidings profile is in the way in {directory}: it is left untouched.</source>
        <translation>Dein Tidings-Profil ist in {directory} im Weg: Es bleibt unberührt.</translation>
    </message>
    <message>
        <source>Your feed</source>
        <translation>Dein Feed</translation>
    </message>
    <message>
        <source>Your first entry</source>
        <translation>Dein erster Eintrag</translation>
    </message>
    <message>
        <source>Your fixed feed</source>
        <translation>Dein fester Feed</translation>
    </message>
    <message>
        <source>Your identities</source>
        <translation>Deine Identitäten</translation>
    </message>
    <message>
        <source>Your identities…</source>
        <translation>Deine Identitäten …</translation>
    </message>
    <message>
        <source>Your key for comments</source>
        <translation>Dein Schlüssel für Kommentare</translation>
    </message>
    <message>
        <source>Your link was renewed: you may write in {name} until {day}.</source>
        <translation>Dein Schreibrecht wurde erneuert: Du darfst in {name} schreiben bis {day}.</translation>
    </message>
    <message>
        <source>Your link was renewed: you may write in {name}.</source>
        <translation>Dein Schreibrecht wurde erneuert: Du darfst in {name} schreiben.</translation>
    </message>
    <message>
        <source>Your list of hidden or blocked members is full.</source>
        <translation>Deine Liste ausgeblendeter oder blockierter Mitglieder ist voll.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Dein Name</translation>
    </message>
    <message>
        <source>Your name for this channel (only you see it)</source>
        <translation>Dein Name für diesen Kanal (nur du siehst ihn)</translation>
    </message>
    <message>
        <source>Your name for this community</source>
        <translation>Dein Name für diese Gemeinschaft</translation>
    </message>
    <message>
        <source>Your name for this feed</source>
        <translation>Dein Name für diesen Feed</translation>
    </message>
    <message>
        <source>Your name for this folder</source>
        <translation>Dein Name für diesen Ordner</translation>
    </message>
    <message>
        <source>Your name in the community</source>
        <translation>Dein Name in der Gemeinschaft</translation>
    </message>
    <message>
        <source>Your name in {community}</source>
        <translation>Dein Name in {community}</translation>
    </message>
    <message>
        <source>Your name there: {path}</source>
        <translation>Dein Name dort: {path}</translation>
    </message>
    <message>
        <source>Your own right ends on {day}.</source>
        <translation>Dein eigenes Recht endet am {day}.</translation>
    </message>
    <message>
        <source>Your own right here ends no later than that of {detail}.</source>
        <translation>Dein eigenes Recht hier endet nicht später als das von {detail}.</translation>
    </message>
    <message>
        <source>Your own right here ends no later than theirs.</source>
        <translation>Dein eigenes Recht hier endet nicht später als ihres.</translation>
    </message>
    <message>
        <source>Your right ends {day}</source>
        <translation>Dein Recht endet {day}</translation>
    </message>
    <message>
        <source>Your right has ended</source>
        <translation>Dein Recht ist abgelaufen</translation>
    </message>
    <message>
        <source>Your right to comment has ended. Show your key to whoever gave it, or to the feed&apos;s author.</source>
        <translation>Dein Recht zu kommentieren ist abgelaufen. Zeig deinen Schlüssel dem, der es dir gab, oder dem Autor des Feeds.</translation>
    </message>
    <message>
        <source>Your right to comment on this feed has ended.</source>
        <translation>Dein Recht, diesen Feed zu kommentieren, ist abgelaufen.</translation>
    </message>
    <message>
        <source>Your right to comment there is erased, too. What you wrote stays with others, and you may not be able to change it or take it back any more.</source>
        <translation>Auch dein Recht, dort zu kommentieren, wird gelöscht. Was du geschrieben hast, bleibt bei anderen, und du kannst es danach vielleicht nie mehr ändern oder zurücknehmen.</translation>
    </message>
    <message>
        <source>Your right to post in this channel has expired.</source>
        <translation>Dein Recht, in diesem Kanal zu schreiben, ist abgelaufen.</translation>
    </message>
    <message>
        <source>Your right to post in “{detail}” has expired.</source>
        <translation>Dein Recht, in „{detail}“ zu schreiben, ist abgelaufen.</translation>
    </message>
    <message>
        <source>Your right to write here ended on {day}, with the link of {name}.</source>
        <translation>Dein Recht, hier zu schreiben, endete am {day}, mit dem von {name}.</translation>
    </message>
    <message>
        <source>Your right to write here ended on {day}.</source>
        <translation>Dein Recht, hier zu schreiben, endete am {day}.</translation>
    </message>
    <message>
        <source>Your right to write here ends on {day}, in {left}, with the link of {name}.</source>
        <translation>Dein Recht, hier zu schreiben, endet am {day} (noch {left}), mit dem von {name}.</translation>
    </message>
    <message>
        <source>Your right to write here ends on {day}, in {left}.</source>
        <translation>Dein Recht, hier zu schreiben, endet am {day} (noch {left}).</translation>
    </message>
    <message>
        <source>a community</source>
        <translation>eine Gemeinschaft</translation>
    </message>
    <message>
        <source>a community or its key</source>
        <translation>eine Gemeinschaft oder ihr Schlüssel</translation>
    </message>
    <message>
        <source>a feed</source>
        <translation>ein Feed</translation>
    </message>
    <message>
        <source>a feed or its key</source>
        <translation>ein Feed oder sein Schlüssel</translation>
    </message>
    <message>
        <source>a key for comments</source>
        <translation>ein Schlüssel für Kommentare</translation>
    </message>
    <message>
        <source>a moderator</source>
        <translation>Moderator</translation>
    </message>
    <message>
        <source>a peer&apos;s address</source>
        <translation>die Adresse einer Gegenstelle</translation>
    </message>
    <message>
        <source>a permission to comment</source>
        <translation>eine Erlaubnis zu kommentieren</translation>
    </message>
    <message>
        <source>a plain member</source>
        <translation>einfaches Mitglied</translation>
    </message>
    <message>
        <source>a program keeps it for itself, or for a while</source>
        <translation>ein Programm hält sie für sich oder nur für eine Weile</translation>
    </message>
    <message>
        <source>a public channel or its key</source>
        <translation>ein öffentlicher Kanal oder sein Schlüssel</translation>
    </message>
    <message>
        <source>a safety code</source>
        <translation>ein Sicherheitscode</translation>
    </message>
    <message>
        <source>a shared folder</source>
        <translation>ein geteilter Ordner</translation>
    </message>
    <message>
        <source>a shared folder or its key</source>
        <translation>ein geteilter Ordner oder sein Schlüssel</translation>
    </message>
    <message>
        <source>administrator</source>
        <translation>Verwalter</translation>
    </message>
    <message>
        <source>an administrator</source>
        <translation>Verwalter</translation>
    </message>
    <message>
        <source>an invite</source>
        <translation>eine Einladung</translation>
    </message>
    <message>
        <source>an invite request</source>
        <translation>eine Einladungsanfrage</translation>
    </message>
    <message numerus="yes">
        <source>and %n more files</source>
        <translation>
            <numerusform>und eine weitere Datei</numerusform>
            <numerusform>und %Ln weitere Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more kinds</source>
        <translation>
            <numerusform>und eine weitere Art</numerusform>
            <numerusform>und %Ln weitere Arten</numerusform>
        </translation>
    </message>
    <message>
        <source>and more</source>
        <translation>und mehr</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>and {count} more files</source>
        <translation>und {count} weitere Dateien</translation>
    </message>
    <message>
        <source>another file has the same name but for capitals or accents</source>
        <translation>eine andere Datei heißt bis auf Großschreibung oder Akzente gleich</translation>
    </message>
    <message>
        <source>answers a message that is folded away</source>
        <translation>antwortet auf eine Nachricht, die eingeklappt ist</translation>
    </message>
    <message>
        <source>answers a message that is not here</source>
        <translation>antwortet auf eine Nachricht, die nicht hier ist</translation>
    </message>
    <message>
        <source>answers a message that was taken back</source>
        <translation>antwortet auf eine Nachricht, die zurückgenommen wurde</translation>
    </message>
    <message>
        <source>answers another comment</source>
        <translation>antwortet auf einen anderen Kommentar</translation>
    </message>
    <message>
        <source>answers {name}, {quoted}</source>
        <translation>antwortet {name}, {quoted}</translation>
    </message>
    <message>
        <source>answers {name}: {text}</source>
        <translation>antwortet auf „{text}“ ({name})</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
    <message>
        <source>arrived {received}</source>
        <translation>eingetroffen {received}</translation>
    </message>
    <message>
        <source>being looked up…</source>
        <translation>wird nachgesehen …</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>cable as its specification has it, spoken by Tidings</source>
        <translation>cable nach seiner Spezifikation, wie Tidings es spricht</translation>
    </message>
    <message>
        <source>cable as the published cabal programs speak it</source>
        <translation>cable, wie es die veröffentlichten cabal-Programme sprechen</translation>
    </message>
    <message>
        <source>cable in its newest draft, which no published program speaks</source>
        <translation>cable in seinem neuesten Entwurf, den kein veröffentlichtes Programm spricht</translation>
    </message>
    <message>
        <source>change saved</source>
        <translation>Änderung gespeichert</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>comment on {channel}</source>
        <translation>Kommentar zu {channel}</translation>
    </message>
    <message>
        <source>community</source>
        <translation>Gemeinschaft</translation>
    </message>
    <message>
        <source>could not be looked up</source>
        <translation>konnte nicht nachgesehen werden</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>how a day is written in a field</comment>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>does not count for you</source>
        <translation>gilt nicht für dich</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation>geändert {time}</translation>
    </message>
    <message>
        <source>ended on {day}</source>
        <translation>abgelaufen am {day}</translation>
    </message>
    <message>
        <source>ended {day}</source>
        <translation>abgelaufen am {day}</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>folded, press Enter to show</source>
        <translation>eingeklappt, Eingabe zeigt es</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>followed</source>
        <translation>gefolgt</translation>
    </message>
    <message>
        <source>for as long as the feed lasts</source>
        <translation>solange der Feed besteht</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>hidden by you</source>
        <translation>von dir ausgeblendet</translation>
    </message>
    <message>
        <source>id unknown</source>
        <translation>Kennung unbekannt</translation>
    </message>
    <message>
        <source>id {id}</source>
        <translation>Kennung {id}</translation>
    </message>
    <message>
        <source>in {channel}</source>
        <translation>in {channel}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>sie ist nicht zu lesen</translation>
    </message>
    <message>
        <source>it changed while it was read</source>
        <translation>sie änderte sich beim Lesen</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>sie hat keinen Namen</translation>
    </message>
    <message>
        <source>it holds a profile of Tidings, with its keys</source>
        <translation>darin liegt ein Profil von Tidings mit seinen Schlüsseln</translation>
    </message>
    <message>
        <source>it is a link or a device, not a file</source>
        <translation>es ist eine Verknüpfung oder ein Gerät, keine Datei</translation>
    </message>
    <message>
        <source>it is compared where its member is shown, under “Members”</source>
        <translation>er wird verglichen, wo das Mitglied gezeigt wird, unter „Mitglieder“</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>it lies in too many folders inside each other</source>
        <translation>sie liegt in zu vielen Ordnern ineinander</translation>
    </message>
    <message>
        <source>its folder is not there</source>
        <translation>der Ordner ist nicht da</translation>
    </message>
    <message>
        <source>its name begins or ends with a blank, or ends with a dot</source>
        <translation>ihr Name beginnt oder endet mit einem Leerzeichen oder endet mit einem Punkt</translation>
    </message>
    <message>
        <source>its name begins with a dot: such files are hidden</source>
        <translation>ihr Name beginnt mit einem Punkt: Solche Dateien sind versteckt</translation>
    </message>
    <message>
        <source>its name begins with “~”</source>
        <translation>ihr Name beginnt mit „~“</translation>
    </message>
    <message>
        <source>its name holds a character that not every computer can write</source>
        <translation>ihr Name enthält ein Zeichen, das nicht jeder Computer schreiben kann</translation>
    </message>
    <message>
        <source>its name holds invisible characters that turn what is read</source>
        <translation>ihr Name enthält unsichtbare Zeichen, die das Gelesene umdrehen</translation>
    </message>
    <message>
        <source>its name is too long for a disk</source>
        <translation>ihr Name ist zu lang für eine Festplatte</translation>
    </message>
    <message>
        <source>its name leads out of the folder</source>
        <translation>ihr Name führt aus dem Ordner hinaus</translation>
    </message>
    <message>
        <source>its name means a device on some computers</source>
        <translation>ihr Name bedeutet auf manchen Computern ein Gerät</translation>
    </message>
    <message>
        <source>last error {code}</source>
        <translation>letzter Fehler {code}</translation>
    </message>
    <message>
        <source>last here {time} ago</source>
        <translation>zuletzt hier: {time} her</translation>
    </message>
    <message>
        <source>let in by the feed&apos;s author</source>
        <translation>vom Autor des Feeds zugelassen</translation>
    </message>
    <message>
        <source>let in by you</source>
        <translation>von dir zugelassen</translation>
    </message>
    <message>
        <source>listening: {protocol} {address}, reachable at {reachable}</source>
        <translation>hört zu: {protocol} {address}, erreichbar unter {reachable}</translation>
    </message>
    <message>
        <source>local discovery: {state}</source>
        <translation>lokale Suche: {state}</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>member reason</source>
        <translation>Mitglied Grund</translation>
    </message>
    <message>
        <source>moderator</source>
        <translation>Moderator</translation>
    </message>
    <message>
        <source>more than {count}</source>
        <translation>mehr als {count}</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>stumm</translation>
    </message>
    <message>
        <source>muted until {time}</source>
        <translation>stumm bis {time}</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>name.example:4711 or 203.0.113.5:4711</source>
        <translation>name.example:4711 oder 203.0.113.5:4711</translation>
    </message>
    <message>
        <source>next try in {time}</source>
        <translation>nächster Versuch: noch {time}</translation>
    </message>
    <message>
        <source>no address</source>
        <translation>keine Adresse</translation>
    </message>
    <message>
        <source>no comments yet</source>
        <translation>noch keine Kommentare</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>no name yet</source>
        <translation>noch ohne Namen</translation>
    </message>
    <message>
        <source>nobody else is connected</source>
        <translation>sonst ist niemand verbunden</translation>
    </message>
    <message>
        <source>none that we know of</source>
        <translation>keine, von denen wir wissen</translation>
    </message>
    <message>
        <source>nothing: it is the first</source>
        <translation>nichts: Sie ist die erste</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>nirgends</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>on 1 peer</source>
        <translation>auf 1 Gegenstelle</translation>
    </message>
    <message>
        <source>on entry {number}</source>
        <translation>zu Eintrag {number}</translation>
    </message>
    <message>
        <source>on {count} peers</source>
        <translation>auf {count} Gegenstellen</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>am {day}</translation>
    </message>
    <message>
        <source>only mentions are announced</source>
        <translation>nur Erwähnungen werden angekündigt</translation>
    </message>
    <message>
        <source>only you know of it</source>
        <translation>nur du weißt davon</translation>
    </message>
    <message>
        <source>open in this window</source>
        <translation>in diesem Fenster offen</translation>
    </message>
    <message>
        <source>own peer id: {id}</source>
        <translation>eigene Kennung: {id}</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Eigentümer</translation>
    </message>
    <message>
        <source>peers: {count}</source>
        <translation>Gegenstellen: {count}</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>remembered</source>
        <translation>wird behalten</translation>
    </message>
    <message>
        <source>router: being asked</source>
        <translation>Router: wird gebeten</translation>
    </message>
    <message>
        <source>router: lets nobody through ({code})</source>
        <translation>Router: lässt niemanden durch ({code})</translation>
    </message>
    <message>
        <source>router: lets others through at {address}</source>
        <translation>Router: lässt andere durch unter {address}</translation>
    </message>
    <message>
        <source>router: not asked</source>
        <translation>Router: nicht gebeten</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>shown, press Enter to fold</source>
        <translation>ausgeklappt, Eingabe klappt es ein</translation>
    </message>
    <message>
        <source>spaces {ids}</source>
        <translation>Kanäle {ids}</translation>
    </message>
    <message>
        <source>speaks to you</source>
        <translation>richtet sich an dich</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>that picture</source>
        <translation>dieses Bild</translation>
    </message>
    <message>
        <source>the camera&apos;s picture</source>
        <translation>das Bild der Kamera</translation>
    </message>
    <message>
        <source>the channel&apos;s link</source>
        <translation>der Link des Kanals</translation>
    </message>
    <message>
        <source>the channel&apos;s owner</source>
        <translation>der Eigentümer des Kanals</translation>
    </message>
    <message>
        <source>the community&apos;s link</source>
        <translation>der Link der Gemeinschaft</translation>
    </message>
    <message>
        <source>the feed&apos;s author</source>
        <translation>der Autor des Feeds</translation>
    </message>
    <message>
        <source>the feed&apos;s link</source>
        <translation>der Link des Feeds</translation>
    </message>
    <message>
        <source>the folder&apos;s link</source>
        <translation>der Link des Ordners</translation>
    </message>
    <message>
        <source>the invite</source>
        <translation>die Einladung</translation>
    </message>
    <message>
        <source>the permission&apos;s link</source>
        <translation>der Link der Erlaubnis</translation>
    </message>
    <message>
        <source>the setting for every feed</source>
        <translation>die Einstellung für jeden Feed</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
    <message>
        <source>took this message back</source>
        <translation>hat diese Nachricht zurückgezogen</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>until {day}</source>
        <translation>bis {day}</translation>
    </message>
    <message>
        <source>until {day}, in {left}</source>
        <translation>bis {day}, noch {left}</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>what the screen shows</source>
        <translation>was der Bildschirm zeigt</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>wrote last on {day}, {time}</source>
        <translation>schrieb zuletzt am {day}, {time}</translation>
    </message>
    <message>
        <source>your invite request</source>
        <translation>deine Einladungsanfrage</translation>
    </message>
    <message>
        <source>your key&apos;s link</source>
        <translation>der Link deines Schlüssels</translation>
    </message>
    <message>
        <source>{author} in {channel}</source>
        <translation>{author} in {channel}</translation>
    </message>
    <message>
        <source>{author} in {channel}, {when}: {text}</source>
        <translation>{author} in {channel}, {when}: {text}</translation>
    </message>
    <message>
        <source>{author} on {channel}, a comment, {when}: {text}</source>
        <translation>{author} zu {channel}, ein Kommentar, {when}: {text}</translation>
    </message>
    <message>
        <source>{author} to you in {channel}</source>
        <translation>{author} an dich in {channel}</translation>
    </message>
    <message>
        <source>{author}: {text}</source>
        <translation>{author}: {text}</translation>
    </message>
    <message>
        <source>{by} blocked {about}</source>
        <translation>{by}: {about} blockiert</translation>
    </message>
    <message>
        <source>{by} gave {about} a role: {role}</source>
        <translation>{by}: {about} ist jetzt {role}</translation>
    </message>
    <message>
        <source>{by} hid a message: {about}</source>
        <translation>{by}: eine Nachricht ausgeblendet: {about}</translation>
    </message>
    <message>
        <source>{by} hid {about}</source>
        <translation>{by}: {about} ausgeblendet</translation>
    </message>
    <message>
        <source>{by} let a message back in: {about}</source>
        <translation>{by}: eine Nachricht wieder zugelassen: {about}</translation>
    </message>
    <message>
        <source>{by} put {channel} back into the list</source>
        <translation>{by}: {channel} wieder in die Liste aufgenommen</translation>
    </message>
    <message>
        <source>{by} removed a message: {about}</source>
        <translation>{by}: eine Nachricht entfernt: {about}</translation>
    </message>
    <message>
        <source>{by} showed a message again: {about}</source>
        <translation>{by}: eine Nachricht wieder gezeigt: {about}</translation>
    </message>
    <message>
        <source>{by} showed {about} again</source>
        <translation>{by}: {about} wieder gezeigt</translation>
    </message>
    <message>
        <source>{by} took {channel} out of the list</source>
        <translation>{by}: {channel} aus der Liste genommen</translation>
    </message>
    <message>
        <source>{by} unblocked {about}</source>
        <translation>{by}: {about} nicht mehr blockiert</translation>
    </message>
    <message>
        <source>{channel} - {community}</source>
        <comment>a channel of a community</comment>
        <translation>{channel} – {community}</translation>
    </message>
    <message>
        <source>{command} takes no words behind it, so nothing was done. A message that begins with a slash is written with two.</source>
        <translation>Hinter {command} gehören keine Wörter, also wurde nichts getan. Eine Nachricht, die mit einem Schrägstrich beginnt, schreibt man mit zweien.</translation>
    </message>
    <message>
        <source>{count} bytes left</source>
        <translation>noch {count} Bytes</translation>
    </message>
    <message>
        <source>{count} bytes left (a letter beyond English takes two or more)</source>
        <translation>noch {count} Bytes (ein Buchstabe wie ä braucht zwei oder mehr)</translation>
    </message>
    <message>
        <source>{count} characters left</source>
        <translation>noch {count} Zeichen</translation>
    </message>
    <message>
        <source>{count} comments</source>
        <translation>{count} Kommentare</translation>
    </message>
    <message>
        <source>{count} files at once are enough; send these first.</source>
        <translation>{count} Dateien auf einmal genügen; sende diese zuerst.</translation>
    </message>
    <message>
        <source>{count} members</source>
        <translation>{count} Mitglieder</translation>
    </message>
    <message>
        <source>{count} messages</source>
        <translation>{count} Nachrichten</translation>
    </message>
    <message>
        <source>{count} new</source>
        <translation>{count} neue</translation>
    </message>
    <message>
        <source>{count} new messages</source>
        <translation>{count} neue Nachrichten</translation>
    </message>
    <message>
        <source>{count} older messages arrived above</source>
        <translation>{count} ältere Nachrichten sind weiter oben eingetroffen</translation>
    </message>
    <message>
        <source>{count} people</source>
        <translation>{count} Leute</translation>
    </message>
    <message>
        <source>{count} reactions</source>
        <translation>{count} Reaktionen</translation>
    </message>
    <message>
        <source>{count} seen so far, in all channels.</source>
        <translation>Bisher {count} gesehen, in allen Kanälen.</translation>
    </message>
    <message>
        <source>{count} steps from the feed&apos;s author</source>
        <translation>{count} Schritte vom Autor des Feeds</translation>
    </message>
    <message>
        <source>{day} at {time}</source>
        <translation>{day} um {time}</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <comment>short</comment>
        <translation>{day}. {month} {year}</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation>{day}. {month} {year}</translation>
    </message>
    <message>
        <source>{detail} cannot be written to.</source>
        <translation>In {detail} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{detail} is no backup of Tidings.</source>
        <translation>{detail} ist keine Sicherung von Tidings.</translation>
    </message>
    <message>
        <source>{detail} is no exported identity.</source>
        <translation>{detail} ist keine exportierte Identität.</translation>
    </message>
    <message>
        <source>{detail} is not a picture that can be read.</source>
        <translation>{detail} ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>{done} of {files}, {done_size} of {size}</source>
        <translation>{done} von {files}, {done_size} von {size}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{done} of {total} messages</source>
        <translation>{done} von {total} Nachrichten</translation>
    </message>
    <message>
        <source>{duration} ago</source>
        <translation>vor {duration}</translation>
    </message>
    <message>
        <source>{duration} left</source>
        <translation>noch {duration}</translation>
    </message>
    <message>
        <source>{files}, {size}</source>
        <translation>{files}, {size}</translation>
    </message>
    <message>
        <source>{files}, {size}, version {version}</source>
        <translation>{files}, {size}, Fassung {version}</translation>
    </message>
    <message>
        <source>{files}: {text}</source>
        <translation>{files}: {text}</translation>
    </message>
    <message>
        <source>{found} was found, {wanted} is needed</source>
        <translation>gefunden: {found}; gebraucht: {wanted}</translation>
    </message>
    <message>
        <source>{held} of {size}</source>
        <translation>{held} von {size}</translation>
    </message>
    <message>
        <source>{here} of {whole} blocks</source>
        <translation>{here} von {whole} Blöcken</translation>
    </message>
    <message>
        <source>{here} of {whole} here</source>
        <translation>{here} von {whole} hier</translation>
    </message>
    <message>
        <source>{here} of {whole} pieces are here.</source>
        <translation>{here} von {whole} Stücken sind hier.</translation>
    </message>
    <message numerus="yes">
        <source>{names} and %n others</source>
        <comment>members</comment>
        <translation>
            <numerusform>{names} und %Ln weiteres Mitglied</numerusform>
            <numerusform>{names} und %Ln weitere Mitglieder</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} and one other</source>
        <translation>{names} und eine weitere Person</translation>
    </message>
    <message>
        <source>{names} and {count} others</source>
        <translation>{names} und {count} andere</translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
    </message>
    <message>
        <source>{names} changed their names</source>
        <translation>Umbenannt: {names}</translation>
    </message>
    <message>
        <source>{names} joined</source>
        <translation>Beigetreten: {names}</translation>
    </message>
    <message>
        <source>{names} left</source>
        <translation>Gegangen: {names}</translation>
    </message>
    <message>
        <source>{name} (community)</source>
        <translation>{name} (Gemeinschaft)</translation>
    </message>
    <message>
        <source>{name} (you)</source>
        <translation>{name} (du)</translation>
    </message>
    <message>
        <source>{name} ({key}) chose this name</source>
        <translation>{name} ({key}) hat diesen Namen gewählt</translation>
    </message>
    <message>
        <source>{name} ({size}) comes from this folder&apos;s owner, and another program opens it. Open only what you expect from them.</source>
        <translation>{name} ({size}) kommt vom Besitzer dieses Ordners, und ein anderes Programm öffnet sie. Öffne nur, was du von ihm erwartest.</translation>
    </message>
    <message>
        <source>{name} ({state})</source>
        <translation>{name} ({state})</translation>
    </message>
    <message>
        <source>{name} asks you for a fresh link: theirs ended on {day}.</source>
        <translation>{name} bittet dich um ein neues Schreibrecht: Das bisherige endete am {day}.</translation>
    </message>
    <message>
        <source>{name} asks you for a fresh link: theirs ends on {day}.</source>
        <translation>{name} bittet dich um ein neues Schreibrecht: Das bisherige endet am {day}.</translation>
    </message>
    <message>
        <source>{name} deleted a post</source>
        <translation>{name} hat eine Nachricht gelöscht</translation>
    </message>
    <message>
        <source>{name} goes on.</source>
        <translation>{name} geht weiter.</translation>
    </message>
    <message>
        <source>{name} is a program, or a computer may take it for one: Tidings never opens such files. You can save a copy; it gets no right to run.</source>
        <translation>{name} ist ein Programm, oder ein Computer kann es dafür halten: Solche Dateien öffnet Tidings nie. Du kannst eine Kopie sichern; sie bekommt kein Recht, zu laufen.</translation>
    </message>
    <message>
        <source>{name} is back in the list.</source>
        <translation>{name} ist wieder in der Liste.</translation>
    </message>
    <message>
        <source>{name} is being fetched.</source>
        <translation>{name} wird geholt.</translation>
    </message>
    <message>
        <source>{name} is blocked.</source>
        <translation>{name} ist blockiert.</translation>
    </message>
    <message>
        <source>{name} is here.</source>
        <translation>{name} ist da.</translation>
    </message>
    <message>
        <source>{name} is hidden: what they write is folded away.</source>
        <translation>{name} ist ausgeblendet: Was von dort kommt, wird eingeklappt.</translation>
    </message>
    <message>
        <source>{name} is in the archive, at the foot of the list.</source>
        <translation>{name} ist im Archiv, am Ende der Liste.</translation>
    </message>
    <message>
        <source>{name} is in the list again.</source>
        <translation>{name} steht wieder in der Liste.</translation>
    </message>
    <message>
        <source>{name} is in this folder already.</source>
        <translation>{name} ist schon in diesem Ordner.</translation>
    </message>
    <message>
        <source>{name} is invited</source>
        <translation>{name} ist eingeladen</translation>
    </message>
    <message>
        <source>{name} is never written to this computer.</source>
        <translation>{name} wird nie auf diesen Computer geschrieben.</translation>
    </message>
    <message>
        <source>{name} is no longer pinned.</source>
        <translation>{name} ist nicht mehr angeheftet.</translation>
    </message>
    <message>
        <source>{name} is not blocked any more.</source>
        <translation>{name} ist nicht mehr blockiert.</translation>
    </message>
    <message>
        <source>{name} is out of the list.</source>
        <translation>{name} steht nicht mehr in der Liste.</translation>
    </message>
    <message>
        <source>{name} is paused: nothing is downloaded or passed on.</source>
        <translation>{name} ist angehalten: Nichts wird heruntergeladen oder weitergegeben.</translation>
    </message>
    <message>
        <source>{name} is pinned.</source>
        <translation>{name} ist angeheftet.</translation>
    </message>
    <message>
        <source>{name} is shown again.</source>
        <translation>{name} wird wieder gezeigt.</translation>
    </message>
    <message>
        <source>{name} is {role} now.</source>
        <translation>{name} ist jetzt {role}.</translation>
    </message>
    <message>
        <source>{name} joined</source>
        <translation>{name} ist beigetreten</translation>
    </message>
    <message>
        <source>{name} left</source>
        <translation>{name} ist gegangen</translation>
    </message>
    <message>
        <source>{name} made this channel</source>
        <translation>{name} hat diesen Kanal angelegt</translation>
    </message>
    <message>
        <source>{name} may comment {until}.</source>
        <translation>{name} darf kommentieren: {until}.</translation>
    </message>
    <message>
        <source>{name} may not post here any more. Choose another identity.</source>
        <translation>{name} darf hier nicht mehr schreiben. Wähle eine andere Identität.</translation>
    </message>
    <message>
        <source>{name} may write here until {day}.</source>
        <translation>{name} darf hier bis {day} schreiben.</translation>
    </message>
    <message>
        <source>{name} set the topic: {topic}</source>
        <translation>{name} hat das Thema gesetzt: {topic}</translation>
    </message>
    <message>
        <source>{name} took the topic away</source>
        <translation>{name} hat das Thema entfernt</translation>
    </message>
    <message>
        <source>{name} was erased from this computer.</source>
        <translation>{name} wurde von diesem Computer gelöscht.</translation>
    </message>
    <message>
        <source>{name} was exported to {file}.</source>
        <translation>{name} wurde nach {file} exportiert.</translation>
    </message>
    <message>
        <source>{name}. Key {key}</source>
        <translation>{name}. Schlüssel {key}</translation>
    </message>
    <message>
        <source>{name}: the name holds characters that cannot be seen.</source>
        <translation>{name}: Der Name enthält Zeichen, die nicht zu sehen sind.</translation>
    </message>
    <message>
        <source>{name}: {why}</source>
        <translation>{name}: {why}</translation>
    </message>
    <message>
        <source>{new}, 1 speaks to you</source>
        <translation>{new}, 1 an dich</translation>
    </message>
    <message>
        <source>{new}, {count} speak to you</source>
        <translation>{new}, {count} an dich</translation>
    </message>
    <message>
        <source>{number} GB</source>
        <translation>{number} GB</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number} MB</translation>
    </message>
    <message>
        <source>{number} TB</source>
        <translation>{number} TB</translation>
    </message>
    <message>
        <source>{number} kB</source>
        <translation>{number} kB</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>{number} of {count} so far</source>
        <translation>{number} von bisher {count}</translation>
    </message>
    <message>
        <source>{path} cannot be written, replaced or removed in {directory}.</source>
        <translation>{path} lässt sich in {directory} weder schreiben noch ersetzen noch entfernen.</translation>
    </message>
    <message>
        <source>{path} in {directory} keeps changing: it is not shared yet.</source>
        <translation>{path} in {directory} ändert sich ständig: die Datei wird noch nicht geteilt.</translation>
    </message>
    <message>
        <source>{peer} is disconnected and refused until you forget it.</source>
        <translation>{peer} wird getrennt und abgewiesen, bis du sie vergisst.</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{percent} % here</source>
        <translation>{percent} % hier</translation>
    </message>
    <message>
        <source>{place} is asked, and learns this computer&apos;s address. Nothing is downloaded.</source>
        <translation>Gefragt wird {place}; dort wird die Adresse dieses Computers bekannt. Nichts wird heruntergeladen.</translation>
    </message>
    <message>
        <source>{posts} posts in {channels} channels, {size}.</source>
        <translation>{posts} Nachrichten in {channels} Kanälen, {size}.</translation>
    </message>
    <message>
        <source>{proposal}, {place} of {count}</source>
        <translation>{proposal}, {place} von {count}</translation>
    </message>
    <message>
        <source>{role}: {key}</source>
        <translation>{role}: {key}</translation>
    </message>
    <message>
        <source>{saved} of {count} files saved in {folder}. The others are not here, or of no use.</source>
        <translation>{saved} von {count} Dateien in {folder} gesichert. Die anderen sind nicht hier oder unbrauchbar.</translation>
    </message>
    <message>
        <source>{saved} of {count} files saved in {folder}. The others could not be read.</source>
        <translation>{saved} von {count} Dateien in {folder} gespeichert. Die anderen waren nicht zu lesen.</translation>
    </message>
    <message>
        <source>{size} are erased from this computer, and others are told that you do not have them any more. You still follow the feed; to read entries again they must be downloaded again, which needs somebody who has them.</source>
        <translation>{size} werden von diesem Computer gelöscht, und anderen wird gesagt, dass du sie nicht mehr hast. Du folgst dem Feed weiter; um Einträge wieder zu lesen, müssen sie wieder heruntergeladen werden, und das braucht jemanden, der sie hat.</translation>
    </message>
    <message>
        <source>{size} in {files}</source>
        <translation>{size} in {files}</translation>
    </message>
    <message>
        <source>{size}, too large</source>
        <translation>{size}, zu groß</translation>
    </message>
    <message>
        <source>{size}/s</source>
        <translation>{size}/s</translation>
    </message>
    <message>
        <source>{state} for {time}</source>
        <translation>{state}, {time}</translation>
    </message>
    <message>
        <source>{time} · edited</source>
        <translation>{time} · geändert</translation>
    </message>
    <message>
        <source>{title} ({count})</source>
        <translation>{title} ({count})</translation>
    </message>
    <message>
        <source>{title} in “{folder}”, made {day}, {time}</source>
        <translation>{title} in „{folder}“, erstellt am {day}, {time}</translation>
    </message>
    <message>
        <source>{title}: {blocks} blocks, fingerprint {hash}</source>
        <translation>{title}: {blocks} Blöcke, Fingerabdruck {hash}</translation>
    </message>
    <message>
        <source>{weekday}, {day} {month}</source>
        <translation>{weekday}, {day}. {month}</translation>
    </message>
    <message>
        <source>{what}: {reason}</source>
        <translation>{what}: {reason}</translation>
    </message>
    <message>
        <source>{when} (as it is now)</source>
        <translation>{when} (wie es jetzt ist)</translation>
    </message>
    <message>
        <source>{words} ({day}).</source>
        <translation>{words} ({day}).</translation>
    </message>
    <message>
        <source>{words} In this one: {signs}</source>
        <translation>{words} In diesem Namen: {signs}</translation>
    </message>
    <message>
        <source>{written} · arrived {received}</source>
        <translation>{written} · eingetroffen {received}</translation>
    </message>
    <message>
        <source>“Show more” reads on</source>
        <translation>mit „Mehr zeigen“ geht es weiter</translation>
    </message>
    <message>
        <source>“{detail}” comes from a backup, and no reader of it is connected: it is not known whether it went on after that backup.</source>
        <translation>„{detail}“ kommt aus einer Sicherung, und niemand ist verbunden, der ihn liest: Es ist nicht bekannt, ob er nach der Sicherung weiterging.</translation>
    </message>
    <message>
        <source>“{detail}” has no port.</source>
        <translation>„{detail}“ hat keinen Port.</translation>
    </message>
    <message>
        <source>“{detail}” has not received its first messages yet.</source>
        <translation>„{detail}“ hat seine ersten Nachrichten noch nicht bekommen.</translation>
    </message>
    <message>
        <source>“{detail}” is not an address.</source>
        <translation>„{detail}“ ist keine Adresse.</translation>
    </message>
    <message>
        <source>“{detail}” is your own channel: your right in it never ends.</source>
        <translation>„{detail}“ gehört dir: Dein Recht darin endet nie.</translation>
    </message>
    <message>
        <source>“{detail}” names no protocol.</source>
        <translation>„{detail}“ nennt kein Protokoll.</translation>
    </message>
    <message>
        <source>“{detail}” was taken out of the list.</source>
        <translation>„{detail}“ wurde aus der Liste genommen.</translation>
    </message>
    <message>
        <source>“{name}” could not be read.</source>
        <translation>„{name}“ konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“{name}” has {size}. Each member&apos;s computer receives it, and keeps it for good.</source>
        <translation>„{name}“ hat {size}. Der Computer jedes Mitglieds bekommt sie und behält sie für immer.</translation>
    </message>
    <message>
        <source>“{name}” is a folder. Only files can be sent; pack it into one first.</source>
        <translation>„{name}“ ist ein Ordner. Nur Dateien können gesendet werden; packe ihn zuerst in eine.</translation>
    </message>
    <message>
        <source>“{name}” is no ordinary file and is not sent.</source>
        <translation>„{name}“ ist keine gewöhnliche Datei und wird nicht gesendet.</translation>
    </message>
    <message>
        <source>“{name}” is too large: a message holds {size} at most.</source>
        <translation>„{name}“ ist zu groß: Eine Nachricht fasst höchstens {size}.</translation>
    </message>
    <message>
        <source>“{name}” is too large: from your place here a message holds about {size}.</source>
        <translation>„{name}“ ist zu groß: Von deinem Platz hier fasst eine Nachricht etwa {size}.</translation>
    </message>
</context>
</TS>

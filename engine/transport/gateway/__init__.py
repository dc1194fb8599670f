"""A port of ours on the router, by UPnP (InternetGatewayDevice:1 and :2). Pure, all of it.

What a gateway says comes from whoever is near: every text has a length, every answer is one of a
few or none, and no place is asked but the very host that answered, in our own network. The sockets
are in ``engine/transport/upnp.py``.

Reading order: ``places`` (whom we believe), ``search`` (SSDP), ``exchange`` (HTTP), ``markup``
(XML), ``description``, ``actions`` (SOAP), ``effects`` and
``lease`` (the machine that joins them).

Why none of the libraries (looked at in November 2026):

- async-upnp-client is alive, typed and of pure Python, but made to control all of UPnP: it comes
  with aiohttp and a dozen packages more, fetches the description of every service of every device,
  and leaves bounds on what is read, where it leads and how long it takes to its caller.
- miniupnpc is C without types that waits for the network, and takes apart what strangers of the
  network send inside the process that holds our keys; that has been overflowed more than once.
- the others (aioupnp, upnpy, pyupnp-async, igd) have had no release for years.

What is needed is two datagrams, one document and three calls.
"""
